import type { ReactNode } from 'react'
import { type Space, useSpace } from '../../client/space-store.ts'
import { authPath, hasRight } from '../../kit/space/space-facts.ts'
import { Navigate } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Lets in who buys for the present space: its administrator or the individual, once it is authenticated (P2, H30). */
export function BuyerGate({ children }: { children: (space: Space) => ReactNode }) {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (!hasRight(space, 'buy')) return <Navigate replace to="/401" />
  if (space.spaceStatus !== 'passAuth')
    return (
      <EmptyState title="您需要完成实名认证" hint="认证通过后即可购买套餐，并获赠体验份数。">
        <ButtonLink to={authPath(space)} variant="primary">
          去认证
        </ButtonLink>
      </EmptyState>
    )
  return children(space)
}
