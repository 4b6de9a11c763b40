import { Images } from 'lucide-react'
import { Scenarios } from '../agenda/Scenarios.tsx'
import { viewOf } from '../content/kinds.ts'
import { SubTabs } from '../shell/SubTabs.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { Events } from './Events.tsx'

const views = [
  { key: viewOf('scenarios'), label: 'Escenarios', View: Scenarios },
  { key: viewOf('events'), label: 'Eventos', View: Events },
] as const

export function Agenda() {
  return (
    <>
      <SubTabs tab="agenda" label="Agenda" views={views} />
      <p className="mt-8 flex flex-wrap items-center gap-3">
        <ButtonLink label="Imágenes para redes" Icon={Images} href="/api/cards" download className="btn btn-outline" />
        <span className="text-base-content/75 text-sm">
          Una imagen cuadrada de cada charla y cada speaker, para que la compartan. La primera vez tarda en dibujarlas.
        </span>
      </p>
    </>
  )
}
