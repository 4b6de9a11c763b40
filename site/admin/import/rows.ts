import type { ImportRow } from '../../../data/import/plan.ts'

/** Rows that are shown together, and whether they can be chosen. */
export type RowGroup = { key: string; title: string; note: string; rows: ImportRow[]; isOpen: boolean; canChoose: boolean }

export const isBlocked = ({ problems }: ImportRow) => problems.length > 0

const groups: (Omit<RowGroup, 'rows' | 'key'> & { key: ImportRow['change'] | 'left' })[] = [
  {
    key: 'left',
    title: 'Se quedan fuera',
    note: 'No se pueden traer como están en el archivo.',
    isOpen: true,
    canChoose: false,
  },
  {
    key: 'edited-here',
    title: 'Se cambiaron aquí',
    note: 'El archivo dice otra cosa. Marca las que quieras como en el archivo; las demás quedan como están.',
    isOpen: true,
    canChoose: true,
  },
  { key: 'changed', title: 'Cambian', note: '', isOpen: true, canChoose: true },
  {
    key: 'gone',
    title: 'Ya no están en el archivo',
    note: 'Marca las que quieras eliminar aquí.',
    isOpen: true,
    canChoose: true,
  },
  { key: 'new', title: 'Nuevas', note: '', isOpen: true, canChoose: true },
  { key: 'same', title: 'Iguales', note: '', isOpen: false, canChoose: false },
]

/** The rows by what becomes of them, what asks for a decision first. */
export function changeGroups(rows: readonly ImportRow[]): RowGroup[] {
  const keyOf = (row: ImportRow) => (isBlocked(row) ? 'left' : row.change)
  return groups.flatMap((group) => {
    const own = rows.filter((row) => keyOf(row) === group.key)
    return own.length > 0 ? [{ ...group, rows: own }] : []
  })
}

const counted: Record<string, [one: string, many: string]> = {
  new: ['nueva', 'nuevas'],
  changed: ['cambia', 'cambian'],
  'edited-here': ['se cambió aquí', 'se cambiaron aquí'],
  gone: ['ya no está', 'ya no están'],
  left: ['se queda fuera', 'se quedan fuera'],
  same: ['igual', 'iguales'],
}

/** '3 nuevas, 2 cambian, 1 ya no está, 4 iguales'. */
export function summaryOf(rows: readonly ImportRow[]): string {
  const found = new Map(changeGroups(rows).map((group) => [group.key, group.rows.length]))
  const parts = Object.entries(counted).flatMap(([key, [one, many]]) => {
    const count = found.get(key)
    return count ? [`${count} ${count === 1 ? one : many}`] : []
  })
  return parts.length > 0 ? parts.join(', ') : 'El archivo no tiene nada que traer.'
}
