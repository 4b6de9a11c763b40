import type { LucideIcon } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { attempt } from '../calls/attempt.ts'

/** `h3` in the account dialog, whose title is an `h2`. `h2` on a page, whose title is an `h1`. */
export const HeadingContext = createContext<'h2' | 'h3'>('h3')

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

export const changeAccount = (change: () => Promise<void>, title: string, declined?: string) =>
  attempt('No se cambió', async () => {
    try {
      await change()
      return { title }
    } catch (error) {
      // Browsers report NotAllowedError if the user cancels, after a timeout, or if the browser itself refuses.
      if (declined && error instanceof Error && error.name === 'NotAllowedError') return { kind: 'neutral', title: declined }
      throw error
    }
  })
