/* The reference: our own document, the packaged bundle, nothing from elsewhere. */

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

const place = document.getElementById("reference");

/** What the bundle leaves to guess for those who hear the page, or use the keyboard alone: names, levels, reach. */
const ATTRIBUTES = [
  [".information-container", { role: "region", "aria-label": "About the service" }],
  [".scheme-container", { role: "region", "aria-label": "Keys" }],
  [".opblock-tag, .models > h4", { "aria-level": "2" }],
  [".opblock-body h4.opblock-title, .opblock-body .responses-wrapper h4", { "aria-level": "3" }],
  [".opblock-body h5", { "aria-level": "4" }],
  [".responses-table", { "aria-label": ({ id }) => id.replaceAll("_", " ") }],
  ["pre.microlight", { tabindex: "0" }],
  ["select.content-type", { "aria-label": "Media type" }],
  [".examples-select-element", { "aria-label": "Example" }],
  ["textarea.body-param__text", { "aria-label": "Request body" }],
];

function tidy() {
  for (const [css, attributes] of ATTRIBUTES) {
    for (const element of place.querySelectorAll(css)) {
      for (const [name, value] of Object.entries(attributes)) {
        if (!element.hasAttribute(name)) element.setAttribute(name, typeof value === "function" ? value(element) : value);
      }
    }
  }
}

new MutationObserver(tidy).observe(place, { childList: true, subtree: true });

/** A link in a button is out of a keyboard's reach, and the button itself sets the address. One server needs no choice. */
const plugin = ({ React }) => ({
  wrapComponents: {
    DeepLink: () => ({ text }) => React.createElement("span", {}, text),
    ServersContainer: () => () => null,
  },
});

window.ui = window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  plugins: [plugin],
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  requestSnippetsEnabled: false,
  syntaxHighlight: { activated: true },
  validatorUrl: null,
  requestInterceptor(request) {
    // The key that the playground asked for, where the service wants one.
    const key = sessionStorage.getItem("api-key");
    if (key && !request.headers.Authorization && new URL(request.url, location.href).origin === location.origin) {
      request.headers.Authorization = `Bearer ${key}`;
    }
    return request;
  },
});
