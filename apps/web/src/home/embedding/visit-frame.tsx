import type { ReactNode } from 'react'
import { config } from '../../client/config.ts'
import { useVisit } from '../../client/visit.ts'
import './visit.css'

/** A page that an integration opened: no header, and at its foot who provides it for whom. */
export function VisitFrame({ children }: { children: ReactNode }) {
  const name = useVisit((state) => state.integrationName)
  return (
    <div className="visit">
      <main className="visit-main">{children}</main>
      <footer className="visit-foot">
        由{config.brand}提供签署{name && <span>来自{name}</span>}
      </footer>
    </div>
  )
}
