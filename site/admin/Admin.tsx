import { useStore } from '@nanostores/react'
import { ExternalLink, History, LogOut, UserRound } from 'lucide-react'
import { useEffect, useState, useTransition } from 'react'
import { AccountDialog } from './auth/Account.tsx'
import { AuthProvider, useAuth } from './auth/AuthProvider.tsx'
import { Avatar } from './auth/Avatar.tsx'
import { Guard } from './auth/Guard.tsx'
import { MustAddSecondFactor } from './auth/MustAddSecondFactor.tsx'
import { SessionEnded } from './auth/SessionEnded.tsx'
import { signOut } from './calls/session.ts'
import { useUnsavedWarning } from './calls/use-unsaved-warning.ts'
import { DialogToolContext } from './content/dialog-tool.ts'
import { $historyOf } from './content/history-of.ts'
import { kinds, sectionKeys } from './content/kinds.ts'
import { OpenHistory } from './history/OpenHistory.tsx'
import { PreviewBeside, PreviewSheet, useIsWide } from './preview/LazyPreview.tsx'
import { hasPreview } from './preview/page-parts.ts'
import { FirstStepsLine } from './review/FirstStepsLine.tsx'
import { ReviewLine } from './review/ReviewLine.tsx'
import { HeadLink } from './shell/HeadLink.tsx'
import { $takesAllRoom } from './shell/room.ts'
import { TabBar } from './shell/TabBar.tsx'
import { TabView } from './shell/TabView.tsx'
import { $openedTabs, $tab, $tabKeys } from './shell/tab.ts'
import type { TabProps } from './shell/tab-props.ts'
import { TimeZoneContext } from './shell/time-zone.ts'
import { $unsaved } from './shell/unsaved.ts'
import { BackupLine } from './status/BackupLine.tsx'
import { ConnectionLine } from './status/ConnectionLine.tsx'
import { DeletionLine } from './status/DeletionLine.tsx'
import { PublishLine } from './status/PublishLine.tsx'
import { tabs } from './tabs.ts'
import { Email } from './ui/Email.tsx'
import { keepFocus } from './ui/focus.ts'
import { PanelToaster } from './ui/PanelToaster.tsx'
import { Tooltips } from './ui/Tooltips.tsx'
import { useStrayDrops } from './uploads/use-stray-drops.ts'
import { useLoadAhead } from './use-load-ahead.ts'
import { useIsReady } from './welcome/use-is-ready.ts'
import { Welcome } from './welcome/Welcome.tsx'

$tabKeys.set(tabs.map(({ key }) => key))

const isOfSection = (tab: string) => sectionKeys.some((key) => kinds[key].tab === tab)

const keptUntilBack = 'Hay cambios sin guardar. Quedan en este dispositivo hasta que vuelvas a entrar. ¿Cerrar la sesión?'

export function Admin(props: TabProps) {
  return (
    <AuthProvider>
      <Guard>
        <TimeZoneContext value={props.timeZone}>
          <Inside {...props} />
        </TimeZoneContext>
      </Guard>
      <PanelToaster />
      <Tooltips />
    </AuthProvider>
  )
}

function Inside(props: TabProps) {
  const { user } = useAuth()
  return user?.mustAddSecondFactor ? <MustAddSecondFactor /> : <Panel {...props} />
}

function Panel(props: TabProps) {
  const { user } = useAuth()
  const [isLeaving, leave] = useTransition()
  const [isInAccount, setIsInAccount] = useState(false)
  const current = useStore($tab)
  const opened = useStore($openedTabs)
  const unsaved = useStore($unsaved)
  useUnsavedWarning(unsaved.length > 0)
  const isWide = useIsWide()
  const takesAllRoom = useStore($takesAllRoom)
  const isBeside = isWide && hasPreview(current) && !takesAllRoom
  useStrayDrops()
  useEffect(keepFocus, [])
  useLoadAhead()
  const isReady = useIsReady()
  // Before signing out, because the browser would ask after the session has ended.
  const mayLeave = () => unsaved.length === 0 || window.confirm(keptUntilBack)
  // Section tabs stay mounted with their unsaved input. Lists reload.
  const kept = tabs.filter(({ key }) => key === current || (isOfSection(key) && opened.includes(key)))
  const unsavedTabs = sectionKeys.filter((key) => unsaved.includes(key)).map((key) => kinds[key].tab)

  return (
    <>
      <header className="panel-column panel-head">
        <div className="min-w-0 max-sm:contents sm:max-lg:basis-full lg:flex-1">
          <h1 className="font-display basis-full text-xl font-bold sm:text-2xl">Panel de Administración</h1>
          <p className="text-base-content/75 flex items-center gap-2 text-sm max-sm:min-w-0 max-sm:flex-1">
            {user?.picture && <Avatar of={user} className="size-6" />}
            <span className="min-w-0 leading-tight wrap-anywhere">
              {user?.name} <span className="max-sm:hidden">·</span>{' '}
              <span className="max-sm:block max-sm:text-xs">{user && <Email address={user.email} />}</span>
            </span>
          </p>
          <div className="panel-status">
            <ConnectionLine />
            <PublishLine />
            <BackupLine />
            <DeletionLine timeZone={props.timeZone} />
            <FirstStepsLine {...props} />
            <ReviewLine />
          </div>
        </div>
        <div className="panel-tools">
          <a href="/" target="_blank" rel="noopener" className="btn btn-ghost btn-sm" data-tip="Ver sitio">
            <ExternalLink className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Ver sitio</span>
          </a>
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            data-tip="Historial de todo"
            onClick={() => $historyOf.set({ section: null })}
          >
            <History className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Historial</span>
          </button>
          {tabs
            .filter(({ isInHead }) => isInHead)
            .map(({ key, label }) => (
              <HeadLink key={key} tab={key} label={label} isUnsaved={unsavedTabs.includes(key)} />
            ))}
          <button type="button" className="btn btn-ghost btn-sm" data-tip="Mi cuenta" onClick={() => setIsInAccount(true)}>
            <UserRound className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Mi cuenta</span>
          </button>
          <button
            type="button"
            className="btn btn-outline btn-sm"
            data-tip="Cerrar Sesión"
            disabled={isLeaving}
            onClick={() => mayLeave() && leave(signOut)}
          >
            <LogOut className="size-4" aria-hidden="true" />
            <span className="max-sm:sr-only">Cerrar Sesión</span>
          </button>
        </div>
      </header>
      {!isReady && (
        <p role="status" className="panel-column absolute pt-6">
          Cargando...
        </p>
      )}
      <main aria-label="Contenido del panel" className={isReady ? '' : 'invisible'}>
        <Welcome {...props} />
        <TabBar tabs={tabs.filter(({ isInHead }) => !isInHead)} current={current} unsaved={unsavedTabs} />
        <div className={isBeside ? 'with-preview' : ''}>
          <div className="panel-column pt-6">
            {hasPreview(current) && !isBeside && <PreviewSheet />}
            <DialogToolContext value={isWide ? null : <PreviewSheet isInDialog />}>
              {kept.map(({ key, label, isInHead, load }) => (
                <div
                  key={key}
                  id={key === current ? 'tab-panel' : undefined}
                  {...(isInHead
                    ? { role: 'region', 'aria-label': label }
                    : { role: 'tabpanel', 'aria-labelledby': `tab-${key}` })}
                  hidden={key !== current}
                  // Room for a toast below lists. Sections have a save bar that makes room.
                  className={`panel-view ${isOfSection(key) ? 'pb-3' : 'pb-28'}`}
                >
                  <TabView load={load} {...props} />
                </div>
              ))}
            </DialogToolContext>
          </div>
          {isBeside && <PreviewBeside />}
        </div>
      </main>
      <OpenHistory {...props} />
      <SessionEnded />
      {isInAccount && <AccountDialog onClose={() => setIsInAccount(false)} />}
    </>
  )
}
