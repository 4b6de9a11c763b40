import { importedKeys, maxImportFileBytes, type Source, type TableChoice } from '../../../data/import/source.ts'
import { showToast } from '../../toast/toast.ts'
import { api, ok, publishError } from '../calls/client.ts'
import { notPublished } from '../calls/messages.ts'
import { undoing } from '../calls/undo.ts'
import { collections } from '../content/collections.ts'
import { goBackTo } from '../history/restore.ts'
import { decoded } from './decode.ts'

export type ChosenFile = { name: string; source: Source; data: string }

export const sourceNames: Record<Source, string> = {
  pretalx: 'pretalx (schedule.json)',
  sessionize: 'Sessionize (All)',
  frab: 'frab o pretalx (schedule.xml)',
  csv: 'una hoja en CSV',
  xlsx: 'una hoja de Excel',
}

export async function readFile(file: File): Promise<ChosenFile> {
  if (file.size > maxImportFileBytes) throw new Error('El archivo pesa más de 6 MB: no parece un programa.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { name } = file
  // Excel workbooks are zip files, which begin with 'PK'.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { name, source: 'xlsx', data: base64(bytes) }
  const data = decoded(bytes)
  return { name, source: sourceOf(name, data), data }
}

/** Lets the server download the file, because browsers may not read files of other sites. */
export async function readAddress(url: string): Promise<ChosenFile> {
  const bytes = await (await ok(api.import.address.$post({ json: { url } }))).blob()
  const { host = '', pathname = '' } = URL.parse(url.trim()) ?? {}
  return readFile(new File([bytes], `${host}${pathname}`))
}

function sourceOf(name: string, data: string): Source {
  const begin = data.trimStart().slice(0, 1)
  if (begin === '<' || /\.xml$/i.test(name)) return 'frab'
  if (begin === '[') return 'sessionize'
  if (begin === '{') return /"schedule"\s*:/.test(data) && !/^\{\s*"sessions"/.test(data.trimStart()) ? 'pretalx' : 'sessionize'
  return 'csv'
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

export async function previewImport({ source, data }: ChosenFile, choice: TableChoice = {}) {
  return (await ok(api.import.preview.$post({ json: { source, data, ...choice } }))).json()
}

export type Preview = Awaited<ReturnType<typeof previewImport>>

type Taking = { file: ChosenFile; choice: TableChoice; accept: string[]; photos: boolean }

export async function takeOver({ file: { source, data }, choice, accept, photos }: Taking): Promise<void> {
  const response = await ok(api.import.$post({ json: { source, data, accept, photos, ...choice } }))
  const { revision, before, taken: importedIds, photos: coming } = await response.json()
  for (const key of importedKeys) void collections[key].load()
  if (revision === null) {
    showToast({ kind: 'success', title: 'Nada que importar', text: 'Todo estaba ya como en el archivo.' })
    return
  }
  const unpublished = publishError(response)
  const title = importedIds.length === 1 ? 'Se importó 1 ficha' : `Se importaron ${importedIds.length} fichas`
  const text = coming > 0 ? 'Ya se ve en el sitio. Las fotos llegan en unos momentos.' : 'Ya se ve en el sitio.'
  const action = undoing(() => goBackTo(before, { revision, lastOwnRevision: () => photosUpTo(revision) }, [...importedKeys]))
  showToast({ ...(unpublished ? notPublished(unpublished) : { kind: 'success' as const, title, text, stays: true }), action })
  if (coming > 0) void followPhotos()
}

const pollIntervalMs = 2_000

const notCome = (photos: number) => (photos === 1 ? 'No llegó 1 foto' : `No llegaron ${photos} fotos`)

const photosNow = async () => (await ok(api.import.photos.$get())).json()

/** Photos of an import are saved later, each as a revision. Returns the last of these revisions, so that the undo includes the photos. */
async function photosUpTo(revision: number): Promise<number> {
  const { last } = await photosNow()
  return last?.revision === revision ? last.newest : revision
}

async function followPhotos(): Promise<void> {
  try {
    const { waiting, done, problems } = await photosNow()
    if (waiting > 0) {
      setTimeout(() => void followPhotos(), pollIntervalMs)
      return
    }
    void collections.speakers.load()
    const missing = problems.map(({ name, message }) => `${name}: ${message}`).join(' ')
    if (done > 0 && problems.length === 0)
      showToast({ kind: 'success', title: done === 1 ? 'Llegó 1 foto' : `Llegaron ${done} fotos` })
    if (problems.length > 0) showToast({ kind: 'error', title: notCome(problems.length), text: missing, stays: true })
  } catch {
    // A failed request ends the polling. The photos appear when somebody opens the list again.
  }
}
