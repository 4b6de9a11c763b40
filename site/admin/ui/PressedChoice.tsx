import type { ReactNode } from 'react'

type Props<V extends string> = {
  label: string
  options: readonly { value: V; label: ReactNode }[]
  value: V
  onChange: (value: V) => void
  className: string
  buttonClassName?: string
}

export function PressedChoice<V extends string>(props: Props<V>) {
  const { label, options, value, onChange, className, buttonClassName = 'max-w-full wrap-anywhere' } = props
  return (
    <fieldset aria-label={label} className={`flex flex-wrap ${className}`}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={`btn btn-sm aria-pressed:btn-neutral ${buttonClassName}`}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
