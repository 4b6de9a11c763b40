import { useStore } from '@nanostores/react'
import { ExternalLink, History, LogOut, UserRound } from 'lucide-react'
import { useState, useTransition } from 'react'
import { AccountDialog } from './auth/Account.tsx'
import { Avatar } from './auth/Avatar.tsx'
import { useUser } from './auth/use-user.ts'
import { signOut } from './calls/session.ts'
import { $historyOf } from './content/history-of.ts'
import { ask } from './dialogs/ask.ts'
import { FirstStepsLine } from './review/FirstStepsLine.tsx'
import { ReviewLine } from './review/ReviewLine.tsx'
import { HeadLink } from './shell/TabBar.tsx'
import { $unsaved } from './shell/unsaved.ts'
import { BackupLine } from './status/BackupLine.tsx'
import { ConnectionLine } from './status/ConnectionLine.tsx'
import { DeletionLine } from './status/DeletionLine.tsx'
import { PublishLine } from './status/PublishLine.tsx'
import { tabs } from './tabs.ts'
import { Button, ButtonLink } from './ui/Button.tsx'
import { Email } from './ui/Email.tsx'

const leaving = {
  question: '¿Cerrar la sesión?',
  detail: 'Hay cambios sin guardar. Quedan en este dispositivo hasta que vuelvas a entrar.',
  action: 'Cerrar sesión',
}

export function PanelHead({ unsavedTabs }: { unsavedTabs: readonly string[] }) {
  const user = useUser()
  const [isInAccount, setIsInAccount] = useState(false)
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
            <DeletionLine />
            <FirstStepsLine />
            <ReviewLine />
          </div>
        </div>
        <Tools unsavedTabs={unsavedTabs} onAccount={() => setIsInAccount(true)} />
      </header>
      {isInAccount && <AccountDialog onClose={() => setIsInAccount(false)} />}
    </>
  )
}

function Tools({ unsavedTabs, onAccount }: { unsavedTabs: readonly string[]; onAccount: () => void }) {
  const hasUnsaved = useStore($unsaved).length > 0
  const [isLeaving, leave] = useTransition()
  // Asks before signing out, because the browser would ask about unsaved input only after the session has ended.
  const askAndLeave = async () => (!hasUnsaved || (await ask(leaving))) && leave(signOut)
  return (
    <div className="panel-tools">
      <ButtonLink
        label="Ver sitio"
        Icon={ExternalLink}
        isIconOnPhone
        href="/"
        target="_blank"
        rel="noopener"
        className="btn btn-ghost btn-sm"
        data-tip="Ver sitio"
      />
      <Button
        label="Historial"
        Icon={History}
        isIconOnPhone
        className="btn btn-ghost btn-sm"
        data-tip="Historial de todo"
        onClick={() => $historyOf.set({ section: null })}
      />
      {tabs
        .filter(({ isInHead }) => isInHead)
        .map(({ key, label }) => (
          <HeadLink key={key} tab={key} label={label} isUnsaved={unsavedTabs.includes(key)} />
        ))}
      <Button
        label="Mi cuenta"
        Icon={UserRound}
        isIconOnPhone
        className="btn btn-ghost btn-sm"
        data-tip="Mi cuenta"
        onClick={onAccount}
      />
      <Button
        label="Cerrar Sesión"
        Icon={LogOut}
        isIconOnPhone
        data-tip="Cerrar Sesión"
        className="btn btn-outline btn-sm"
        disabled={isLeaving}
        onClick={askAndLeave}
      />
    </div>
  )
}
