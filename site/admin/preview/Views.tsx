import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { type CSSProperties, type RefObject, useEffect, useState } from 'react'

const widthsPx = { phone: 390, desktop: 1280 }

export type View = { device: keyof typeof widthsPx; isDark: boolean }

const toggles = [
  { label: 'Teléfono', Icon: Smartphone, change: { device: 'phone' } },
  { label: 'Computadora', Icon: Monitor, change: { device: 'desktop' } },
  { label: 'Claro', Icon: Sun, change: { isDark: false } },
  { label: 'Oscuro', Icon: Moon, change: { isDark: true } },
] as const

export function Views({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-sm font-bold">Vista previa</h2>
      <div className="ms-auto flex gap-1">
        {toggles.map(({ label, Icon, change }) => {
          const next: View = { ...view, ...change }
          return (
            <button
              key={label}
              type="button"
              className="btn btn-sm btn-square aria-pressed:btn-neutral not-aria-pressed:btn-ghost"
              aria-label={label}
              data-tip={label}
              aria-pressed={next.device === view.device && next.isDark === view.isDark}
              onClick={() => onChange(next)}
            >
              <Icon className="size-4" aria-hidden="true" />
            </button>
          )
        })}
      </div>
    </div>
  )
}

export function usePreviewSize(room: RefObject<HTMLElement | null>, device: View['device']): CSSProperties {
  const [size, setSize] = useState({ width: 0, height: 0 })

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    if (room.current) observer.observe(room.current)
    return () => observer.disconnect()
  }, [room])

  const width = widthsPx[device]
  const scale = Math.min(1, size.width / width)
  return {
    width,
    height: scale > 0 ? size.height / scale : 0,
    left: Math.max(0, (size.width - width * scale) / 2),
    transform: `scale(${scale})`,
  }
}
