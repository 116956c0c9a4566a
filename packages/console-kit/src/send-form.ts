import { NoAnswer, type SendForm } from '@purser/client/transport';
import { REQUEST_TIMEOUT_MS } from '@purser/contract/wire';

/** By XMLHttpRequest: fetch does not tell how much of a body has been sent. It is given up once nothing more has been sent or answered for a request's time. */
export const sendForm: SendForm = (url, form, { headers, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const goesOn = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new NoAnswer('timeout'));
        request.abort();
      }, REQUEST_TIMEOUT_MS);
    };
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      goesOn();
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('loadend', () => clearTimeout(timer));
    request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })));
    for (const ending of ['error', 'abort']) request.addEventListener(ending, () => reject(new Error(`the upload ended with ${ending}`)));
    signal?.addEventListener('abort', () => request.abort());
    goesOn();
    request.send(form);
  });
