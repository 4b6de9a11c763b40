import { useRef, useState } from 'react'
import type { Columns, TableAbout, TableChoice } from '../../../data/import/source.ts'
import { fileProblem } from '../calls/messages.ts'

type Previewed = { columns: Columns; table: TableAbout | null }

/** How the table was read, to send back. Empty if the file is not a table. */
export const choiceOf = ({ columns, table }: Previewed): TableChoice =>
  table ? { columns, sheet: table.sheet, headings: table.headings } : {}

/** The chosen file with its preview. Runs one request at a time. */
export function useChosenFile<F, P extends Previewed>(preview: (file: F, choice?: TableChoice) => Promise<P>) {
  const [chosen, setChosen] = useState<{ file: F; preview: P; reading: number } | null>(null)
  const [problems, setProblems] = useState<{ file?: string; address?: string }>({})
  const [isBusy, setIsBusy] = useState(false)
  /** Key of the preview, so that each reading has its own selection. */
  const readings = useRef(0)

  async function work(act: () => Promise<void>, explain = fileProblem, way: keyof typeof problems = 'file') {
    if (isBusy) return
    setIsBusy(true)
    setProblems({})
    try {
      await act()
    } catch (error) {
      setProblems({ [way]: explain(error) })
    } finally {
      setIsBusy(false)
    }
  }

  /** Reads the file again. The last of several choices counts. */
  async function readAs(choice: TableChoice) {
    if (!chosen) return
    const { file } = chosen
    const reading = ++readings.current
    if (choice.columns) setChosen({ ...chosen, preview: { ...chosen.preview, columns: choice.columns } })
    setIsBusy(true)
    setProblems({})
    try {
      const read = await preview(file, choice)
      if (reading === readings.current) setChosen({ file, preview: read, reading })
    } catch (error) {
      if (reading === readings.current) setProblems({ file: fileProblem(error) })
    } finally {
      if (reading === readings.current) setIsBusy(false)
    }
  }

  return {
    chosen,
    problems,
    isBusy,
    work,
    readAs,
    read: (get: () => Promise<F>, way?: keyof typeof problems) =>
      work(
        async () => {
          const file = await get()
          setChosen({ file, preview: await preview(file), reading: ++readings.current })
        },
        fileProblem,
        way,
      ),
  }
}
