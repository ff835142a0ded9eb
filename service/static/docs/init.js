/* The reference: our own document, the packaged bundle, nothing from elsewhere. */

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

window.ui = window.SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
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
