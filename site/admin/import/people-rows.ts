import type { Alike, PersonRow } from '../../../data/import/people-file.ts'
import { type GroupForm, groupsOf, type ShownRow } from './row-groups.ts'

const forms: Record<PersonRow['change'], GroupForm> = {
  refused: {
    title: 'Se quedan fuera',
    counted: ['se queda fuera', 'se quedan fuera'],
    note: 'Corrígelas en el archivo e impórtalo otra vez: solo entra quien falte.',
    isFixed: true,
  },
  doubtful: {
    title: 'Dudosas',
    counted: ['dudosa', 'dudosas'],
    note: 'Puede que ya estén con otro correo, o que no vengan. Marca a quienes sí quieres agregar.',
  },
  new: { title: 'Nuevas', counted: ['nueva', 'nuevas'], isWanted: true },
  known: {
    title: 'Ya están en la lista',
    counted: ['ya está', 'ya están'],
    note: 'Quedan como están.',
    isFolded: true,
    isFixed: true,
  },
}

export const peopleOrder = ['known', 'new', 'doubtful', 'refused']

export const peopleGroups = (rows: readonly PersonRow[]) => groupsOf(rows, forms, ({ change }) => change, shownRow)

const shownRow = ({ row, name, email, problems, doubts, like }: PersonRow): ShownRow<number> => ({
  id: row,
  name,
  detail: [`fila ${row}`, ...(email ? [email] : [])],
  changes: [],
  notes: [...problems, ...doubts, ...like.map(likeness)],
})

function likeness({ why, row, name, email }: Alike): string {
  if (why === 'trash') return 'Se eliminó hace menos de 30 días: está en la papelera.'
  const where = row === null ? 'en la lista' : `en la fila ${row}`
  return `${why === 'name' ? 'Mismo nombre' : 'Correo casi igual'} ${where}: ${name}, ${email}`
}
