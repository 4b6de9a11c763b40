import { useStore } from '@nanostores/react'
import { useDeferredValue, useEffect, useLayoutEffect } from 'react'
import { Guard } from './auth/Guard.tsx'
import { MustAddSecondFactor } from './auth/MustAddSecondFactor.tsx'
import { SessionEnded } from './auth/SessionEnded.tsx'
import { useUser } from './auth/use-user.ts'
import { useUnsavedWarning } from './calls/use-unsaved-warning.ts'
import { DialogToolContext } from './content/dialog-tool.ts'
import { kinds, sectionKeys } from './content/kinds.ts'
import { PanelToaster } from './dialogs/PanelToaster.tsx'
import { Questions } from './dialogs/QuestionDialog.tsx'
import { OpenHistory } from './history/OpenHistory.tsx'
import { PanelHead } from './PanelHead.tsx'
import { PreviewBeside, PreviewSheet, useIsWide } from './preview/LazyPreview.tsx'
import { partOf } from './preview/page-parts.ts'
import { $isFullWidth } from './shell/full-width.ts'
import { listenForKeys } from './shell/keys.ts'
import { TabBar } from './shell/TabBar.tsx'
import { TabView } from './shell/TabView.tsx'
import { $openedTabs, $tab, $tabKeys, $views, $visibleTab } from './shell/tab.ts'
import { TimeZoneContext } from './shell/time-zone.ts'
import { $unsaved } from './shell/unsaved.ts'
import { loadTabsAhead, tabs } from './tabs.ts'
import { keepFocus } from './ui/focus.ts'
import { Tooltips } from './ui/Tooltips.tsx'
import { useStrayDrops } from './uploads/use-stray-drops.ts'
import { FiveSteps } from './welcome/FiveSteps.tsx'
import { useIsReady } from './welcome/use-is-ready.ts'
import { Welcome } from './welcome/Welcome.tsx'

$tabKeys.set(tabs.map(({ key }) => key))

// Loads the open tab while the first calls are on their way.
tabs
  .find(({ key }) => key === $tab.get())
  ?.load()
  .catch(() => {})

const isOfSection = (tab: string) => sectionKeys.some((key) => kinds[key].tab === tab)

export function Admin({ timeZone }: { timeZone: string }) {
  return (
    <>
      <Guard>
        <TimeZoneContext value={timeZone}>
          <Inside />
        </TimeZoneContext>
      </Guard>
      <Questions />
      <PanelToaster />
      <Tooltips />
    </>
  )
}

function Inside() {
  return useUser()?.mustAddSecondFactor ? <MustAddSecondFactor /> : <Panel />
}

function Panel() {
  const unsaved = useStore($unsaved)
  const unsavedTabs = sectionKeys.filter((key) => unsaved.includes(key)).map((key) => kinds[key].tab)
  const isReady = useIsReady()
  useUnsavedWarning(unsaved.length > 0)
  useStrayDrops()
  useEffect(keepFocus, [])
  useEffect(listenForKeys, [])
  useEffect(loadTabsAhead, [])

  return (
    <>
      <PanelHead unsavedTabs={unsavedTabs} />
      {!isReady && (
        <p role="status" className="panel-column absolute pt-6">
          Cargando...
        </p>
      )}
      <main aria-label="Contenido del panel" className={isReady ? '' : 'invisible'}>
        <Welcome />
        <FiveSteps />
        <Tabs unsavedTabs={unsavedTabs} />
      </main>
      <OpenHistory />
      <SessionEnded />
    </>
  )
}

function Tabs({ unsavedTabs }: { unsavedTabs: readonly string[] }) {
  const selected = useStore($tab)
  // The row of tabs is painted first, and the tab in the next frame.
  const current = useDeferredValue(selected)
  useLayoutEffect(() => $visibleTab.set(current), [current])
  const opened = useStore($openedTabs)
  const isFullWidth = useStore($isFullWidth)
  const isWide = useIsWide()
  const { [current]: view } = useStore($views)
  const hasPreview = partOf(current, view) !== undefined
  const isPreviewBeside = isWide && hasPreview && !isFullWidth
  // A visited tab with a form stays mounted, because unmounting would lose unsaved input. A tab with a list is mounted only while open.
  const mountedTabs = tabs.filter(({ key }) => key === current || (isOfSection(key) && opened.includes(key)))

  return (
    <>
      <TabBar tabs={tabs.filter(({ isInHead }) => !isInHead)} current={selected} unsaved={unsavedTabs} />
      <div className={isPreviewBeside ? 'with-preview' : ''}>
        <div className="panel-column pt-6">
          {hasPreview && !isPreviewBeside && <PreviewSheet />}
          <DialogToolContext value={isWide ? null : <PreviewSheet isInDialog />}>
            {mountedTabs.map(({ key, label, isInHead, load }) => (
              <div
                key={key}
                id={key === current ? 'tab-panel' : undefined}
                {...(isInHead ? { role: 'region', 'aria-label': label } : { role: 'tabpanel', 'aria-labelledby': `tab-${key}` })}
                hidden={key !== current}
                // The earlier tab is still painted for a frame, but no longer belongs to the marked tab.
                aria-hidden={key !== selected || undefined}
                // Leaves space for a toast below a list. In other tabs, the save bar leaves that space.
                className={`panel-view ${isOfSection(key) ? 'pb-3' : 'pb-28'}`}
              >
                <TabView load={load} />
              </div>
            ))}
          </DialogToolContext>
        </div>
        {isPreviewBeside && <PreviewBeside />}
      </div>
    </>
  )
}
