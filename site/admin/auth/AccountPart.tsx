import type { LucideIcon } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { attempt } from '../calls/attempt.ts'

/** The level of the headings of an account's parts: in a dialog one below its title. */
export const HeadingContext = createContext<'h2' | 'h3'>('h3')

/** A part of one's own account. */
export function AccountPart({ title, Icon, children }: { title: string; Icon: LucideIcon; children: ReactNode }) {
  const Heading = use(HeadingContext)
  return (
    <section className="border-base-300 flex flex-col gap-2 border-t pt-5" aria-label={title}>
      <Heading className="flex items-center gap-2 font-bold">
        <Icon className="text-base-content/75 size-4" aria-hidden="true" />
        {title}
      </Heading>
      {children}
    </section>
  )
}

/**
 * Changes something of one's account and says `title`, or why it did not work; `declined`, where it was declined in the browser's own
 * window.
 */
export const changeAccount = (change: () => Promise<void>, title: string, declined?: string) =>
  attempt('No se cambió', async () => {
    try {
      await change()
      return { title }
    } catch (error) {
      // Also where the browser itself would not, or nobody answered in time: somebody may wait for a word.
      if (declined && error instanceof Error && error.name === 'NotAllowedError') return { kind: 'neutral', title: declined }
      throw error
    }
  })
