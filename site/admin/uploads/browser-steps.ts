import { ApiError, api, ok } from '../calls/client.ts'
import type { UploadSteps } from './upload.ts'

export const browserSteps: UploadSteps = {
  async measure(file) {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { width, height }
  },

  ask: async (request) => (await ok(api.upload.url.$post({ json: request }))).json(),

  // XMLHttpRequest, because `fetch` does not report the progress of an upload.
  send: (url, file, onProgress, signal) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('PUT', url)
      request.setRequestHeader('Content-Type', file.type || 'application/octet-stream')
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => {
        const { status, responseText, statusText } = request
        if (status >= 200 && status < 300) resolve()
        else reject(new ApiError(status, responseText, statusText))
      }
      request.onerror = () => reject(new TypeError('The network failed'))
      request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
      signal.addEventListener('abort', () => request.abort())
      request.send(file)
    }),
}
