/** The file's temporary address stays valid for this time, because the browser reads the file a moment after the click. */
const addressKeptMs = 60_000

/** Saves the body of a response as a download. The file name comes from `Content-Disposition`. */
export async function saveFile(response: Pick<Response, 'blob' | 'headers'>): Promise<void> {
  const [, name = ''] = (response.headers.get('Content-Disposition') ?? '').split('"')
  const href = URL.createObjectURL(await response.blob())
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), addressKeptMs)
}
