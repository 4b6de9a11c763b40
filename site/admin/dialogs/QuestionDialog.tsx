import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { $question, type AskedQuestion, cancelQuestion } from './ask.ts'
import { Dialog } from './Dialog.tsx'
import { DialogActions } from './DialogActions.tsx'
import { $dialogs } from './dialogs.ts'

export function Questions() {
  const question = useStore($question)
  return question && <QuestionDialog key={question.question + question.detail} {...question} />
}

function QuestionDialog(props: AskedQuestion) {
  const { question, detail, action, otherAction, cancelLabel, isDestructive = false, answer } = props
  const content = useRef<HTMLDivElement>(null)
  const detailId = useId()

  useEffect(() => {
    const buttons = content.current?.querySelectorAll<HTMLElement>('.panel-dialog-actions button') ?? []
    Array.from(buttons)
      .at(isDestructive ? 0 : -1)
      ?.focus()
  }, [isDestructive])

  useEffect(() => {
    const below = $dialogs.get().at(-2)
    return $dialogs.listen((dialogs) => below && !dialogs.includes(below) && cancelQuestion())
  }, [])

  return (
    <Dialog title={question} onClose={() => answer(null)} question={{ detailId: detail === undefined ? undefined : detailId }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only ignores the repeats of a held key. */}
      <div ref={content} className="flex flex-col gap-5" onKeyDown={ignoreRepeats}>
        {detail && (
          <p id={detailId} className="wrap-anywhere whitespace-pre-line">
            {detail}
          </p>
        )}
        <DialogActions
          label={action}
          tone={isDestructive ? 'btn-error' : 'btn-primary'}
          isBusy={false}
          onClick={() => answer('action')}
          another={otherAction === undefined ? undefined : { label: otherAction, onClick: () => answer('other') }}
          {...(cancelLabel !== undefined && { cancelLabel })}
          onCancel={() => answer(null)}
        />
      </div>
    </Dialog>
  )
}

/** A held key that opened the question must not also answer the question. */
function ignoreRepeats(event: KeyboardEvent): void {
  if (!event.repeat || event.key === 'Tab') return
  event.preventDefault()
  event.stopPropagation()
}
