import type { SendForm } from '@purser/client/transport';

/** By XMLHttpRequest: fetch does not tell how much of a body has been sent. */
export const sendForm: SendForm = (url, form, { headers, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
    for (const ending of ['error', 'abort']) request.addEventListener(ending, () => reject(new Error(`the upload ended with ${ending}`)));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
