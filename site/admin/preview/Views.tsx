import { type LucideIcon, Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { type CSSProperties, type RefObject, useEffect, useState } from 'react'

/** CSS pixels. */
const widths = { phone: 390, desktop: 1280 }

export type View = { device: keyof typeof widths; isDark: boolean }

type Props = { view: View; onChange: (view: View) => void }

export function Views({ view, onChange }: Props) {
  const { device, isDark } = view
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-sm font-bold">Vista previa</h2>
      <div className="ms-auto flex gap-1">
        <Toggle
          label="Teléfono"
          Icon={Smartphone}
          isOn={device === 'phone'}
          onClick={() => onChange({ ...view, device: 'phone' })}
        />
        <Toggle
          label="Computadora"
          Icon={Monitor}
          isOn={device === 'desktop'}
          onClick={() => onChange({ ...view, device: 'desktop' })}
        />
        <Toggle label="Claro" Icon={Sun} isOn={!isDark} onClick={() => onChange({ ...view, isDark: false })} />
        <Toggle label="Oscuro" Icon={Moon} isOn={isDark} onClick={() => onChange({ ...view, isDark: true })} />
      </div>
    </div>
  )
}

type ToggleProps = { label: string; Icon: LucideIcon; isOn: boolean; onClick: () => void }

function Toggle({ label, Icon, isOn, onClick }: ToggleProps) {
  return (
    <button
      type="button"
      className="btn btn-sm btn-square aria-pressed:btn-neutral not-aria-pressed:btn-ghost"
      aria-label={label}
      data-tip={label}
      aria-pressed={isOn}
      onClick={onClick}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}

export function usePreviewSize(room: RefObject<HTMLElement | null>, device: View['device']): CSSProperties {
  const [size, setSize] = useState({ width: 0, height: 0 })

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setSize(entry.contentRect))
    if (room.current) observer.observe(room.current)
    return () => observer.disconnect()
  }, [room])

  const width = widths[device]
  const scale = Math.min(1, size.width / width)
  return {
    width,
    height: scale > 0 ? size.height / scale : 0,
    left: Math.max(0, (size.width - width * scale) / 2),
    transform: `scale(${scale})`,
  }
}
