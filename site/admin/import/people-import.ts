import type { PeopleSource } from '../../../data/import/people-file.ts'
import type { TableChoice } from '../../../data/import/source.ts'
import { formatPeople } from '../../text/format-count.ts'
import { showToast } from '../../toast/toast.ts'
import { api, ok } from '../calls/client.ts'
import { undoing } from '../calls/undo.ts'
import { reloadRegistrations } from '../registrations/registrations.ts'
import { type ChosenFile, readFile } from './importing.ts'

type PeopleChosen = { name: string; source: PeopleSource; data: string }

export async function readPeopleFile(file: File): Promise<PeopleChosen> {
  const { name, source, data }: ChosenFile = await readFile(file)
  if (source === 'csv' || source === 'xlsx') return { name, source, data }
  throw new Error('No es una hoja de Excel ni un CSV.')
}

export async function previewPeople({ source, data }: PeopleChosen, choice: TableChoice = {}) {
  return (await ok(api.registrations.import.preview.$post({ json: { source, data, ...choice } }))).json()
}

export type PeoplePreview = Awaited<ReturnType<typeof previewPeople>>

export async function lastPeopleImport() {
  return (await (await ok(api.registrations.import.$get())).json()).last
}

export type LastImport = Awaited<ReturnType<typeof lastPeopleImport>>

type Bringing = { file: PeopleChosen; choice: TableChoice; accept: number[]; mail: boolean; over: boolean }

export async function bringPeople({ file: { name, source, data }, choice, accept, mail, over }: Bringing): Promise<void> {
  const json = { source, data, ...choice, accept, mail, over, file: name.slice(0, 255) }
  const { id, added, waitlisted, left: unplaced } = await (await ok(api.registrations.import.$post({ json }))).json()
  reload()
  if (id === null) {
    showToast({ kind: 'success', title: 'Nadie que agregar', text: 'Todas estas personas estaban ya en la lista.' })
    return
  }
  const waiting = waitlisted > 0 ? `${formatPeople(waitlisted)} en lista de espera.` : ''
  const out =
    unplaced.length > 0
      ? `${formatPeople(unplaced.length)} ${unplaced.length === 1 ? 'se quedó' : 'se quedaron'} fuera: ya no hay lugares.`
      : ''
  const text = [waiting, out].filter(Boolean).join(' ') || 'Ya están en la lista.'
  const title = `${added === 1 ? 'Se agregó' : 'Se agregaron'} ${formatPeople(added)}`
  showToast({ kind: 'success', title, text, stays: true, action: undoing(() => takePeopleOut(id)) })
}

export async function takePeopleOut(id: string): Promise<number> {
  const { removed } = await (await ok(api.registrations.import[':id'].$delete({ param: { id } }))).json()
  reload()
  return removed
}

function reload(): void {
  reloadRegistrations()
}
