import { useRef, useState } from 'react'
import type { Columns, TableAbout, TableChoice } from '../../../data/import/source.ts'
import { fileProblem } from '../calls/messages.ts'

type Previewed = { columns: Columns; table: TableAbout | null }

export const choiceOf = ({ columns, table }: Previewed): TableChoice =>
  table ? { columns, sheet: table.sheet, headings: table.headings } : {}

/** If requests overlap, only the response to the last request counts. */
export function useChosenFile<F, P extends Previewed>(preview: (file: F, choice?: TableChoice) => Promise<P>) {
  /** `reading` numbers the previews. As a React key, a new number resets the selection of rows. */
  const [chosen, setChosen] = useState<{ file: F; preview: P; reading: number } | null>(null)
  const [problems, setProblems] = useState<{ file?: string; address?: string }>({})
  const [isBusy, setIsBusy] = useState(false)
  const lastReading = useRef(0)

  async function run(
    act: () => Promise<{ file: F; preview: P } | null>,
    explain = fileProblem,
    source: keyof typeof problems = 'file',
  ) {
    const reading = ++lastReading.current
    const isLast = () => reading === lastReading.current
    setIsBusy(true)
    setProblems({})
    try {
      const result = await act()
      if (result && isLast()) setChosen({ ...result, reading })
    } catch (error) {
      if (isLast()) setProblems({ [source]: explain(error) })
    } finally {
      if (isLast()) setIsBusy(false)
    }
  }

  return {
    chosen,
    problems,
    isBusy,
    work: async (act: () => Promise<void>, explain: typeof fileProblem) => {
      if (!isBusy) await run(() => act().then(() => null), explain)
    },
    readAs: async (choice: TableChoice) => {
      if (!chosen) return
      const { file } = chosen
      if (choice.columns) setChosen({ ...chosen, preview: { ...chosen.preview, columns: choice.columns } })
      await run(async () => ({ file, preview: await preview(file, choice) }))
    },
    read: async (get: () => Promise<F>, source?: keyof typeof problems) => {
      const reading = async () => {
        const file = await get()
        return { file, preview: await preview(file) }
      }
      if (!isBusy) await run(reading, fileProblem, source)
    },
  }
}
