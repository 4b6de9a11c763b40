import { type ClipboardEvent, type DragEvent, useState } from 'react'

export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)

  const take = (event: ClipboardEvent | DragEvent, { files }: DataTransfer) => {
    // The browser handles pasted or dropped text.
    if (files.length === 0) return
    event.preventDefault()
    onFiles([...files])
  }

  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false)
      take(event, event.dataTransfer)
    },
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
  }
  return { isOver, handlers }
}
