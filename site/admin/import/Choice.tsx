type Props = { label: string; isChosen: boolean; onChoose: (isChosen: boolean) => void }

export function Choice({ label, isChosen, onChoose }: Props) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="checkbox checkbox-sm shrink-0"
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {label}
    </label>
  )
}
