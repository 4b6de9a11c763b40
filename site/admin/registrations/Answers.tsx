import { Printer } from 'lucide-react'
import { atom } from 'nanostores'
import { createPortal } from 'react-dom'
import { answerText } from '../../../data/registrations/answers/answers.ts'
import type { AnswerCounts } from '../../../data/registrations/answers/counts.ts'
import { formatCount } from '../../text/format-count.ts'
import { attempt } from '../calls/attempt.ts'
import { sections } from '../content/sections.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { usePrinting } from '../ui/printing.ts'
import { answerCounts } from './answers.ts'

type Printed = { event: string; counts: AnswerCounts[] }

const $printed = atom<Printed | null>(null)

async function print(counts: AnswerCounts[]): Promise<void> {
  await attempt('No se imprimió', async () => {
    const hero = await sections.hero.read()
    $printed.set({ event: hero.value.title, counts })
  })
}

/** Shows how often each answer was given, for organisers who order meals or shirts. */
export function Answers({ onClose }: { onClose: () => void }) {
  const printed = usePrinting($printed)
  return (
    <Dialog title="Respuestas" onClose={onClose}>
      <p className="text-base-content/75 text-sm">De las personas que tienen lugar.</p>
      <Loading of={answerCounts}>
        {(counts) => (
          <>
            {counts.map((question) => (
              <CountTable key={question.question} {...question} />
            ))}
            <Button label="Imprimir" Icon={Printer} onClick={() => print(counts)} />
          </>
        )}
      </Loading>
      {printed && createPortal(<PrintedCounts {...printed} />, document.body)}
    </Dialog>
  )
}

/** Prints one table, so that the numbers of all questions are in one column. */
const PrintedCounts = ({ event, counts }: Printed) => (
  <table className="printed-list printed-counts">
    <caption>{event} · Respuestas de las personas que tienen lugar</caption>
    {counts.map((question) => (
      <tbody key={question.question}>
        <tr>
          <th scope="rowgroup" colSpan={2}>
            {question.label}
          </th>
        </tr>
        {rowsOf(question).map(({ text, count }, index) => (
          <tr key={text + String(index)}>
            <th scope="row">{text}</th>
            <td>{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    ))}
  </table>
)

const rowsOf = ({ counts, unanswered }: AnswerCounts) => [
  ...counts.map(({ answer, count }) => ({ text: answerText(answer), count })),
  { text: 'Sin respuesta', count: unanswered },
]

function CountTable(question: AnswerCounts) {
  return (
    <table className="w-full text-start">
      <caption className="text-start font-semibold wrap-anywhere">{question.label}</caption>
      <tbody>
        {rowsOf(question).map(({ text, count }, index) => (
          <tr key={text + String(index)}>
            <th scope="row" className="text-start font-normal wrap-anywhere">
              {text}
            </th>
            <td className="ps-4 text-end tabular-nums">{formatCount(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
