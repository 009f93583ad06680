// Hands the answer to the page that opened this popup, to that origin only, and closes.
const { origin, reply, request } = document.getElementById("reply")?.dataset ?? {};
if (window.opener && origin && reply) {
  window.opener.postMessage({ type: "google-sign-in", request, reply: JSON.parse(reply) }, origin);
  window.close();
}
