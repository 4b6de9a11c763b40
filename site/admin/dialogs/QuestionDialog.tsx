import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { $question, type AskedQuestion } from './ask.ts'
import { Dialog } from './Dialog.tsx'

export function Questions() {
  const question = useStore($question)
  return question && <QuestionDialog key={question.title + question.text} {...question} />
}

function QuestionDialog({ title, text, yes, other, answer }: AskedQuestion) {
  const yesButton = useRef<HTMLButtonElement>(null)
  useEffect(() => yesButton.current?.focus(), [])
  return (
    <Dialog title={title} onClose={() => answer(null)}>
      {text && <p className="wrap-anywhere whitespace-pre-line">{text}</p>}
      <div className="panel-dialog-actions">
        <button type="button" className="btn" onClick={() => answer(null)}>
          Cancelar
        </button>
        {other && (
          <button type="button" className="btn btn-outline" onClick={() => answer('other')}>
            {other}
          </button>
        )}
        <button ref={yesButton} type="button" className="btn btn-primary" onClick={() => answer('yes')}>
          {yes}
        </button>
      </div>
    </Dialog>
  )
}
