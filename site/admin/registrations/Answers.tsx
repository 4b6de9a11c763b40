import { Printer } from 'lucide-react'
import { atom } from 'nanostores'
import { createPortal } from 'react-dom'
import { answerText } from '../../../data/registrations/answers/answers.ts'
import type { AnswerCounts } from '../../../data/registrations/answers/counts.ts'
import { formatCount } from '../../text/format-count.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { usePrinting } from '../ui/printing.ts'
import { answerCounts } from './answers.ts'

const $printed = atom<AnswerCounts[] | null>(null)

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
              <CountTable key={question.question} {...question} className="w-full text-start" />
            ))}
            <Button label="Imprimir" Icon={Printer} onClick={() => $printed.set(counts)} />
          </>
        )}
      </Loading>
      {printed && createPortal(<PrintedCounts counts={printed} />, document.body)}
    </Dialog>
  )
}

const PrintedCounts = ({ counts }: { counts: AnswerCounts[] }) => (
  <div className="printed-list">
    {counts.map((question) => (
      <CountTable key={question.question} {...question} className="w-full" />
    ))}
  </div>
)

function CountTable({ label, counts, unanswered, className }: AnswerCounts & { className: string }) {
  const rows = [
    ...counts.map(({ answer, count }) => ({ text: answerText(answer), count })),
    { text: 'Sin respuesta', count: unanswered },
  ]
  return (
    <table className={className}>
      <caption className="text-start font-semibold wrap-anywhere">{label}</caption>
      <tbody>
        {rows.map(({ text, count }, index) => (
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
