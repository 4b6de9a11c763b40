import type { ReactNode } from 'react'
import { isSetting, type SectionKey } from '../../../data/content/schema.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { Loading } from '../ui/Loading.tsx'
import { HistoryButton } from './HistoryButton.tsx'
import { PresenceNote } from './PresenceNote.tsx'
import { SectionFields, type SectionFormProps } from './SectionFields.tsx'
import { type Section, sections } from './sections.ts'

type Props<K extends SectionKey> = SectionFormProps<K> & {
  description?: ReactNode
  forReaders?: ReactNode
  status?: ReactNode
}

export function SectionForm<K extends SectionKey>({ description, forReaders, status, ...props }: Props<K>) {
  const isReadOnly = !useIsAdmin() && isSetting(props.section)
  const intro = isReadOnly ? <p>{forReaders}</p> : description
  const state: Section<K> = sections[props.section]

  return (
    <section className="flex flex-col gap-5" aria-label={props.title}>
      <header className="flex flex-col gap-1">
        <div className="flex items-baseline justify-between gap-x-3">
          <h2 className="text-xl font-bold text-balance">{props.title}</h2>
          <HistoryButton section={props.section} />
        </div>
        {intro && <div className="text-base-content/75 max-w-prose text-sm">{intro}</div>}
        {status && <div className="max-w-prose text-sm empty:hidden">{status}</div>}
        <PresenceNote section={props.section} />
      </header>
      <Loading of={state}>{(saved) => <SectionFields {...props} isReadOnly={isReadOnly} state={state} saved={saved} />}</Loading>
    </section>
  )
}
