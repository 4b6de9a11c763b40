/** Lets speakers crop and turn the photo that they picked. Without this script the form sends the file as it is. */
const input = document.querySelector<HTMLInputElement>('#foto')

input?.addEventListener('change', async () => {
  const [file] = input.files ?? []
  if (!file) return
  try {
    const [picture, { openPhotoDialog }] = await Promise.all([createImageBitmap(file), import('./PhotoDialog.tsx')])
    openPhotoDialog({ picture, name: file.name, onDone: send, onCancel: () => (input.value = '') })
  } catch {
    // If the browser cannot show the file, the server checks it.
  }
})

function send(file: File): void {
  const files = new DataTransfer()
  files.items.add(file)
  if (!input) return
  input.files = files.files
  input.form?.requestSubmit()
}
