/** The browser asks for the address a moment after the click. */
const addressKeptMs = 60_000

/** Saves the file of a response as a download. Its name is that of `Content-Disposition`. */
export async function saveFile(response: Pick<Response, 'blob' | 'headers'>): Promise<void> {
  const [, name = ''] = (response.headers.get('Content-Disposition') ?? '').split('"')
  const href = URL.createObjectURL(await response.blob())
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), addressKeptMs)
}
