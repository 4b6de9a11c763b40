import { Bold, Italic, Link, List } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { type Format, formatting } from './formatting.ts'

const buttons = [
  { format: 'bold', label: 'Negrita', keys: 'Ctrl+B', Icon: Bold },
  { format: 'italic', label: 'Cursiva', keys: 'Ctrl+I', Icon: Italic },
  { format: 'list', label: 'Lista', keys: '', Icon: List },
  { format: 'link', label: 'Enlace', keys: 'Ctrl+K', Icon: Link },
] as const

const formatOfKey: Record<string, Format> = { b: 'bold', i: 'italic', k: 'link' }

/** The buttons are not Tab stops, because keyboard shortcuts and typed Markdown do the same. */
export function FormatBar({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <div className="flex gap-1" role="toolbar" aria-label="Formato del texto">
      {buttons.map(({ format, label, keys, Icon }) => (
        <button
          key={format}
          type="button"
          tabIndex={-1}
          data-tip={keys ? `${label} (${keys})` : label}
          className="btn btn-ghost btn-sm btn-square"
          onClick={() => area.current && apply(format, area.current)}
        >
          <Icon className="size-4" aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </button>
      ))}
    </div>
  )
}

export function formatByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const format = formatOfKey[event.key.toLowerCase()]
  if (!format || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  apply(format, event.currentTarget)
}

/** TypeScript marks `execCommand` as deprecated, but nothing else keeps the browser's undo. */
const editor: { execCommand(command: 'insertText', showUi: boolean, text: string): boolean } = document

/** Changes the text as typing would, so that the browser's undo and React's `onChange` work. */
function apply(format: Format, area: HTMLTextAreaElement): void {
  const { start, end, text, selection } = formatting(format, area.value, area.selectionStart, area.selectionEnd)
  area.focus()
  area.setSelectionRange(start, end)
  editor.execCommand('insertText', false, text)
  area.setSelectionRange(...selection)
}
