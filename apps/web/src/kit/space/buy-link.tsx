import { mayBuy } from '@moqi/domain/spaces/space-name'
import { isVisit } from '../../client/visit.ts'
import { useSpace } from '../../client/space-store.ts'
import { useLocation } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { pathOf } from '../../router/route.ts'
import { factsOf } from './space-facts.ts'

/** The way to packs, and back to the present page, for who may buy them; anybody else is told whom to ask. */
export function BuyLink() {
  const space = useSpace((state) => state.current)
  const here = useLocation()
  if (!space || isVisit()) return null
  if (!mayBuy(factsOf(space))) return <span className="muted">请联系企业管理员购买</span>
  return (
    <Link className="link" to={`/cart/cart?back=${encodeURIComponent(pathOf(here))}`}>
      去购买
    </Link>
  )
}
