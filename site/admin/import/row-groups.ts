import { formatCount } from '../../text/format-count.ts'

export type ShownRow<Id> = {
  id: Id
  name: string
  detail: string[]
  changes: { label: string; before: string; after: string }[]
  notes: string[]
}

export type GroupForm = {
  title: string
  counted: [singular: string, plural: string]
  note?: string
  isFolded?: boolean
  isFixed?: boolean
  isWanted?: boolean
}

export type RowGroup<Id> = GroupForm & { key: string; rows: ShownRow<Id>[] }

export function groupsOf<R, Id>(
  rows: readonly R[],
  forms: Record<string, GroupForm>,
  keyOf: (row: R) => string,
  show: (row: R) => ShownRow<Id>,
): RowGroup<Id>[] {
  return Object.entries(forms).flatMap(([key, form]) => {
    const groupRows = rows.filter((row) => keyOf(row) === key)
    return groupRows.length > 0 ? [{ ...form, key, rows: groupRows.map(show) }] : []
  })
}

export function summaryOf(groups: readonly RowGroup<unknown>[], order: readonly string[]): string {
  const parts = order.flatMap((key) => {
    const { rows, counted: [singular, plural] = ['', ''] } = groups.find((group) => group.key === key) ?? { rows: [] }
    return rows.length > 0 ? [`${formatCount(rows.length)} ${rows.length === 1 ? singular : plural}`] : []
  })
  return parts.join(', ') || 'El archivo no tiene nada que importar.'
}
