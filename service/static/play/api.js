/** The service, and the command that asks it the same. */

import { h } from "./dom.js";
import { t } from "./words.js";

const KEY = "api-key"; // for this window only; the reference reads it too

export function setKey(key) {
  sessionStorage.setItem(KEY, key);
}

function withKey(headers = {}) {
  const key = sessionStorage.getItem(KEY);
  return key ? { ...headers, Authorization: `Bearer ${key}` } : headers;
}

/** A service that wants a key says 401; the page then asks for one. */
function heard(answer) {
  if (answer.status === 401) dispatchEvent(new Event("key-wanted"));
  return answer;
}

/** Post JSON: `{status, body}`; status 0 where nobody answered. */
export async function post(path, body, signal) {
  try {
    const answer = heard(await fetch(path, {
      method: "POST",
      headers: withKey({ "Content-Type": "application/json" }),
      body: JSON.stringify(body),
      signal,
    }));
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    if (error.name === "AbortError") throw error;
    return { status: 0, body: { title: t("服務沒有回應", "The service does not answer"), detail: String(error.message), errors: [] } };
  }
}

const kept = new Map();

/** Get JSON, once. */
export function get(path) {
  if (!kept.has(path)) {
    kept.set(path, fetch(path, { headers: withKey() }).then((answer) => (heard(answer).ok ? answer.json() : null), () => null));
  }
  return kept.get(path);
}

/** The command line that posts the same. */
export function command(path, body) {
  const json = JSON.stringify(body, null, 1).replace(/\n\s*/g, " ").replaceAll("'", "'\\''");
  const key = sessionStorage.getItem(KEY) ? ' -H "Authorization: Bearer $KEY"' : "";
  return `curl -s ${location.origin}${path}${key} -H 'Content-Type: application/json' -d '${json}'`;
}

/** A fold with the command in it. */
export function curl(path, body) {
  const text = command(path, body);
  return h(
    "details",
    { class: "curl" },
    h("summary", {}, t("同一件事，用 curl", "The same with curl")),
    h("pre", { tabindex: "0", "aria-label": "curl" }, text),
    copyButton(() => text),
  );
}

/** A button that copies a text and says so. */
export function copyButton(text, label = t("複製", "Copy")) {
  const button = h("button", { type: "button", class: "button quiet" }, label);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(await text());
      button.textContent = t("已複製", "Copied");
    } catch {
      button.textContent = t("複製不了", "Could not copy");
    }
    setTimeout(() => { button.textContent = label; }, 1600);
  });
  return button;
}
