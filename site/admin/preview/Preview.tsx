import { useStore } from '@nanostores/react'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { $saves } from '../calls/saves.ts'
import { $tab } from '../stores/tab.ts'
import { $typed } from '../stores/typed.ts'
import { preferScheme } from './color-scheme.ts'
import { createDrawing } from './draw.ts'
import { openPlace, showPlace } from './places.ts'
import { Toggle } from './Toggle.tsx'

/** How wide each page is, in CSS pixels. */
const widths = { phone: 390, desktop: 1280 }

type Props = { /** When somebody pointed at a part of the page. */ onOpen?: () => void }

/** The page as visitors would see it if what is typed were saved. */
export default function Preview({ onOpen }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [device, setDevice] = useState<keyof typeof widths>('desktop')
  const [isDark, setIsDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [isDrawn, setIsDrawn] = useState(true)
  const tab = useStore($tab)
  const page = () => frame.current?.contentDocument

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    if (room.current) observer.observe(room.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const draw = createDrawing(() => frame.current?.contentDocument, setIsDrawn)
    const stops = [$typed.listen(draw), $saves.listen(draw)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  useEffect(() => showPlace(frame.current?.contentDocument, tab), [tab])

  useEffect(() => {
    const document = frame.current?.contentDocument
    if (document) preferScheme(document, isDark ? 'dark' : 'light')
  }, [isDark])

  function begin() {
    const document = page()
    if (!document) return
    preferScheme(document, isDark ? 'dark' : 'light')
    showPlace(document, $tab.get())
    // Nothing on it leads anywhere: a click opens what it is made from.
    document.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        event.stopPropagation()
        openPlace(event.target as Element)
        onOpen?.()
      },
      { capture: true },
    )
    createDrawing(page, setIsDrawn)()
  }

  const width = widths[device]
  const scale = Math.min(1, size.width / width)
  return (
    <div className="preview">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-bold">Vista previa</h2>
        <div className="flex gap-1">
          <Toggle label="Teléfono" Icon={Smartphone} isOn={device === 'phone'} onClick={() => setDevice('phone')} />
          <Toggle label="Computadora" Icon={Monitor} isOn={device === 'desktop'} onClick={() => setDevice('desktop')} />
          <Toggle label="Claro" Icon={Sun} isOn={!isDark} onClick={() => setIsDark(false)} />
          <Toggle label="Oscuro" Icon={Moon} isOn={isDark} onClick={() => setIsDark(true)} />
        </div>
      </div>
      <div role="status">
        {!isDrawn && <p className="text-base-content/75 text-sm">No se pudo actualizar: se ve lo último que se pudo.</p>}
      </div>
      <div ref={room} className="preview-room">
        <iframe
          ref={frame}
          src="/api/preview"
          title="Vista previa de la página"
          onLoad={begin}
          style={{
            width,
            height: scale > 0 ? size.height / scale : 0,
            left: Math.max(0, (size.width - width * scale) / 2),
            transform: `scale(${scale})`,
          }}
        />
      </div>
    </div>
  )
}
