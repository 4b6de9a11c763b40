import { use, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ContentKey } from '../../../data/content/schema.ts'
import { kinds } from '../content/kinds.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { TimeZoneContext } from '../shell/time-zone.ts'
import { Loading } from '../ui/Loading.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { AnyInstant } from './AnyInstant.tsx'
import { createHistory } from './history.ts'
import { everythingAt, type RestoreOption, restoreOptionsOf } from './restore-options.ts'
import { Saves } from './Saves.tsx'
import { WayBack } from './WayBack.tsx'

type HistoryProps = { section: ContentKey | null; onClose: () => void }

export function HistoryDialog({ section, onClose }: HistoryProps) {
  const timeZone = use(TimeZoneContext)
  const [list] = useState(() => createHistory(section))
  const [options, setOptions] = useState<RestoreOption[] | null>(null)

  const opener = useRef<Element | null>(null)

  function showOptions(options: RestoreOption[]) {
    opener.current = document.activeElement
    setOptions(options)
  }

  function showList() {
    flushSync(() => setOptions(null))
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }

  return (
    <Dialog title={section ? `Historial de ${kinds[section].label}` : 'Historial'} isWide onClose={onClose}>
      {options && <WayBack options={options} timeZone={timeZone} onBack={showList} onDone={onClose} />}
      {/* Hides the list instead of removing it, so that the list keeps its scroll position. */}
      <div className="flex flex-col gap-5" hidden={options !== null}>
        {section === null && <AnyInstant timeZone={timeZone} onChoose={(at, time) => showOptions([everythingAt(at, time)])} />}
        <Loading of={list}>
          {({ saves, total, page }) => (
            <>
              {saves.length === 0 && <p className="panel-empty">Todavía no se ha guardado nada aquí.</p>}
              <Saves
                saves={saves}
                isOfAll={section === null}
                timeZone={timeZone}
                onOpen={(save, time) => showOptions(restoreOptionsOf(save, time))}
              />
              <Pagination page={page} matching={total} onOpen={list.open} />
            </>
          )}
        </Loading>
      </div>
    </Dialog>
  )
}
