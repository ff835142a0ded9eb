"""What deploy/ and the Dockerfile say: valid by the schemas of those who read it, and in agreement with the service."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import yaml

from benchmarks.scale import WANTED, replicas
from service.app import create_app
from service.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
KUBERNETES = ROOT / "deploy" / "kubernetes"
OBJECTS = {
    str(made["kind"]): made
    for file in sorted(KUBERNETES.glob("*.yaml"))
    for made in yaml.safe_load_all(file.read_text("utf8"))
}
KUSTOMIZATION = OBJECTS.pop("Kustomization")
POD = OBJECTS["Deployment"]["spec"]["template"]
CONTAINER = POD["spec"]["containers"][0]
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf8"))
SCORERS = {name: made for name, made in COMPOSE["services"].items() if name.startswith("scorer-")}
NGINX = (ROOT / "deploy" / "nginx.conf").read_text("utf8")
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf8")
IMAGE_SETS = dict(re.findall(r"^ +([A-Z_]+)=(\S+?)(?: \\)?$", DOCKERFILE, re.MULTILINE))
POD_SETS = {setting["name"]: setting.get("value", "") for setting in CONTAINER["env"]}
COMPOSE_SETS = next(iter(SCORERS.values()))["environment"]
RULES = {rule.rule: rule for rule in create_app().url_map.iter_rules()}
INSIDE = {"/metrics", "/healthz", "/readyz"}
UNITS = {"": 1, "k": 1024, "m": 1024**2, "K": 1024, "M": 1024**2, "Ki": 1024, "Mi": 1024**2}


def size(text: str) -> int:
    number, unit = re.fullmatch(r"(\d+)([A-Za-z]*)", text).groups()
    return int(number) * UNITS[unit]


def seconds(text: str) -> int:
    return int(text.removesuffix("s"))


def gunicorn(given: dict[str, str]) -> dict[str, int]:
    """Return what gunicorn.conf.py makes of an environment."""
    program = """
import json, runpy
found = runpy.run_path("gunicorn.conf.py")
print(json.dumps({"last": found["_drain"] + found["graceful_timeout"], "threads": found["workers"] * found["threads"]}))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=given, capture_output=True, check=True)
    return json.loads(done.stdout)


# Valid by the schemas of those who read it; compose.yaml and the Dockerfile are linted by `make check`.


@pytest.mark.parametrize("version", ["1.29", "1.37"])
@pytest.mark.parametrize("kind", OBJECTS)
def test_kubernetes_would_take_it(kind: str, version: str) -> None:
    assert kubernetes_validate.validate(OBJECTS[kind], version, strict=True) == version


def test_kubernetes_would_take_nothing_misspelt() -> None:
    misspelt = {**OBJECTS["Service"], "spec": {**OBJECTS["Service"]["spec"], "selectors": {}}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(misspelt, "1.37", strict=True)


def test_the_kustomization_names_every_file_the_image_and_the_version() -> None:
    assert {"kustomization.yaml", *KUSTOMIZATION["resources"]} == {file.name for file in KUBERNETES.glob("*.yaml")}
    (image,) = KUSTOMIZATION["images"]
    assert image["name"] == CONTAINER["image"] == "hktw-scorer"
    assert image["newTag"] == VERSION


# The objects agree with each other.


def selectors() -> Iterator[tuple[str, dict[str, Any]]]:
    spec = {kind: made["spec"] for kind, made in OBJECTS.items()}
    yield "Deployment", spec["Deployment"]["selector"]["matchLabels"]
    yield "Service", spec["Service"]["selector"]
    yield "PodDisruptionBudget", spec["PodDisruptionBudget"]["selector"]["matchLabels"]
    yield "NetworkPolicy", spec["NetworkPolicy"]["podSelector"]["matchLabels"]
    for spread in POD["spec"]["topologySpreadConstraints"]:
        yield spread["topologyKey"], spread["labelSelector"]["matchLabels"]


@pytest.mark.parametrize("selector", [pytest.param(labels, id=name) for name, labels in selectors()])
def test_each_selector_finds_the_pods(selector: dict[str, str]) -> None:
    assert selector
    assert selector.items() <= POD["metadata"]["labels"].items()


def test_the_autoscaler_scales_what_is_deployed_and_has_what_it_counts_in() -> None:
    deployment, scaler = OBJECTS["Deployment"], OBJECTS["HorizontalPodAutoscaler"]["spec"]
    target = scaler["scaleTargetRef"]
    assert (target["apiVersion"], target["kind"]) == (deployment["apiVersion"], deployment["kind"])
    assert target["name"] == deployment["metadata"]["name"]
    assert "replicas" not in deployment["spec"]
    assert [metric["resource"]["name"] for metric in scaler["metrics"]] == ["cpu"]
    assert "cpu" in CONTAINER["resources"]["requests"]
    # With one, the disruption budget would let the last pod go.
    assert scaler["minReplicas"] > OBJECTS["PodDisruptionBudget"]["spec"]["maxUnavailable"]


def test_the_ports_lead_from_the_ingress_to_the_service() -> None:
    (port,) = CONTAINER["ports"]
    (service,) = OBJECTS["Service"]["spec"]["ports"]
    paths = OBJECTS["Ingress"]["spec"]["rules"][0]["http"]["paths"]
    names = {path["backend"]["service"]["name"] for path in paths}
    ports = {path["backend"]["service"]["port"]["name"] for path in paths}
    assert (names, ports) == ({OBJECTS["Service"]["metadata"]["name"]}, {service["name"]})
    assert service["targetPort"] == port["name"]
    assert OBJECTS["NetworkPolicy"]["spec"]["ingress"][0]["ports"] == [{"protocol": "TCP", "port": port["name"]}]
    assert POD["metadata"]["annotations"]["prometheus.io/port"] == str(port["containerPort"]) == IMAGE_SETS["PORT"]
    assert re.findall(r"^EXPOSE (.*)$", DOCKERFILE, re.MULTILINE) == [IMAGE_SETS["PORT"]]


# They agree with the service.


def test_what_is_probed_and_scraped_is_served_without_a_key() -> None:
    probes = [CONTAINER[name]["httpGet"] for name in ("startupProbe", "readinessProbe", "livenessProbe")]
    assert [probe["path"] for probe in probes] == ["/readyz", "/readyz", "/healthz"]
    assert {probe["port"] for probe in probes} == {CONTAINER["ports"][0]["name"]}
    paths = {probe["path"] for probe in probes} | {POD["metadata"]["annotations"]["prometheus.io/path"]}
    paths.add(urlsplit(COMPOSE["services"]["proxy"]["healthcheck"]["test"][-1]).path)
    paths.add(re.search(r"^HEALTHCHECK .*\n.* \+ '([^']+)'", DOCKERFILE, re.MULTILINE)[1])
    client = create_app({"API_KEYS": "0" * 64}).test_client()
    for path in paths:
        assert client.get(path).status_code == 200, path


def test_the_ingress_passes_on_what_is_served_and_keeps_the_rest_inside() -> None:
    paths = OBJECTS["Ingress"]["spec"]["rules"][0]["http"]["paths"]
    exact = {path["path"] for path in paths if path["pathType"] == "Exact"}
    prefixes = tuple(path["path"].rstrip("/") + "/" for path in paths if path["pathType"] == "Prefix")
    passed = {rule for rule in RULES if rule in exact or (rule + "/").startswith(prefixes)}
    assert RULES.keys() - passed == INSIDE
    assert exact <= RULES.keys()


def names_read() -> set[str]:
    """Return the names that the service looks up in its environment, in its own words."""
    files = ("gunicorn.conf.py", "service/api/settings.py", "schemas/limits.py")
    text = "".join((ROOT / file).read_text("utf8") for file in files)
    return set(re.findall(r"""(?:get\(|setdefault\(|given, |os\.environ, )["']([A-Z_]+)["']""", text))


@pytest.mark.parametrize(
    "given",
    [
        pytest.param(set(POD_SETS), id="kubernetes"),
        pytest.param(set(COMPOSE_SETS), id="compose"),
        pytest.param(set(IMAGE_SETS) - {"PATH", "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"}, id="image"),
    ],
)
def test_what_is_set_is_read(given: set[str]) -> None:
    assert given
    assert given - names_read() == set()


def test_the_readme_lists_what_may_be_set() -> None:
    section = (ROOT / "README.md").read_text("utf8").partition("\n## Deployment\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[A-Z].*?) \|", section, re.MULTILINE)
    listed = set(re.findall(r"`([A-Z_]+)`", " ".join(rows)))
    assert listed == names_read() - {"PROMETHEUS_MULTIPROC_DIR"}  # which gunicorn.conf.py itself sets


SETS = [
    pytest.param(
        {**IMAGE_SETS, **POD_SETS},
        POD["spec"]["terminationGracePeriodSeconds"],
        CONTAINER["resources"]["limits"]["memory"],
        id="kubernetes",
    ),
    *(
        pytest.param(
            {**IMAGE_SETS, **made["environment"], "API_KEYS": "", "CORS_ORIGINS": ""},
            seconds(made["stop_grace_period"]),
            made["deploy"]["resources"]["limits"]["memory"],
            id=name,
        )
        for name, made in SCORERS.items()
    ),
]


@pytest.mark.parametrize(("given", "patience", "memory"), SETS)
def test_the_settings_are_sound(given: dict[str, str], patience: int, memory: str) -> None:
    """They start the service, let it finish before it is killed, and bound what it holds below its limit of memory."""
    made = create_app(given)
    served = gunicorn(given)
    assert served["last"] < patience
    assert served["threads"] * made.config["MAX_NDJSON_BYTES"] <= size(memory) / 2


def test_it_runs_without_privileges() -> None:
    user, group = map(int, re.search(r"^USER (\d+):(\d+)$", DOCKERFILE, re.MULTILINE).groups())
    pod, container = POD["spec"]["securityContext"], CONTAINER["securityContext"]
    assert (pod["runAsUser"], pod["runAsGroup"], pod["runAsNonRoot"]) == (user, group, True)
    assert pod["seccompProfile"] == {"type": "RuntimeDefault"}
    assert container == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    for made in COMPOSE["services"].values():
        assert (made["read_only"], made["cap_drop"]) == (True, ["ALL"])
        assert made["security_opt"] == ["no-new-privileges:true"]


# The proxy.


def test_compose_passes_on_to_the_instances_it_starts() -> None:
    listed = re.findall(
        r"^server (\S+):(\d+) max_fails=0;$", (ROOT / "deploy/compose-instances.conf").read_text(), re.MULTILINE
    )
    addresses = [made["networks"]["inside"]["ipv4_address"] for made in SCORERS.values()]
    assert listed == [(address, IMAGE_SETS["PORT"]) for address in addresses]
    assert f"listen {COMPOSE['services']['proxy']['ports'][0].rpartition(':')[2]};" in NGINX


def test_the_proxies_let_through_what_the_service_takes() -> None:
    """And little more: its own refusal says the limit."""
    bounds = {"": "MAX_BODY_BYTES", "/v1/ledger/replay": "MAX_REPLAY_BYTES", "/v1/score/batch": "MAX_NDJSON_BYTES"}
    config = create_app({}).config
    found = dict(re.findall(r"(?:location = (\S+) \{\s+|)client_max_body_size (\w+);", NGINX))
    assert found.keys() == bounds.keys()
    for path, setting in bounds.items():
        assert config[setting] < size(found[path]) <= 2 * config[setting], path
    ingress = OBJECTS["Ingress"]["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-body-size"]
    assert int(POD_SETS["MAX_NDJSON_BYTES"]) < size(ingress) <= 2 * int(POD_SETS["MAX_NDJSON_BYTES"])


def test_the_proxy_knows_only_paths_that_are_served() -> None:
    assert set(re.findall(r"location = (\S+)", NGINX)) <= RULES.keys()


def test_the_replicas_follow_from_what_was_measured() -> None:
    text = (ROOT / "docs" / "scaling.md").read_text("utf8").replace(",", "")
    kept, free = map(int, re.search(r"fill a core: (\d+) kept to it (\d+) on any", text).groups())
    rows = [tuple(map(int, row)) for row in re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)]
    assert rows == [(wanted, replicas(wanted, kept), replicas(wanted, free)) for wanted in WANTED]
