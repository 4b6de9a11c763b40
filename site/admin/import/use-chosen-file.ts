import { useState } from 'react'
import type { Columns } from '../../../data/import/source.ts'
import { fileProblem } from '../calls/messages.ts'

/** What was chosen, and what bringing it in would do. One thing is done at a time; `problems` says why the last one failed. */
export function useChosenFile<F, P>(preview: (file: F, columns?: Columns) => Promise<P>) {
  const [chosen, setChosen] = useState<{ file: F; preview: P } | null>(null)
  const [problems, setProblems] = useState<{ file?: string; address?: string }>({})
  const [isBusy, setIsBusy] = useState(false)

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

  const show = async (file: F, columns?: Columns) => setChosen({ file, preview: await preview(file, columns) })

  return {
    chosen,
    problems,
    isBusy,
    work,
    read: (get: () => Promise<F>, way?: keyof typeof problems) => work(async () => show(await get()), fileProblem, way),
    /** Reads the chosen one again, with its columns put right. */
    readAs: (columns: Columns) => chosen && work(() => show(chosen.file, columns)),
  }
}
