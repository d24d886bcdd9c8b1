import type { Position } from '@moqi/api/shapes'
import type { ReactNode } from 'react'
import { createStore } from 'zustand'

/** What one signs with lays over the contract that is read. */
type Laid = {
  /** This party's places. */
  positions: readonly Position[]
  renderOverlay: (fileIndex: number, page: number) => ReactNode
  /** A place as it stands among the words. */
  renderPlace: (position: Position) => ReactNode
  onSeen: (index: number) => void
}

const nothing: Laid = {
  positions: [],
  renderOverlay: () => null,
  renderPlace: () => null,
  onSeen: () => undefined,
}

/**
 * Between the contract, which is there first, and what one signs with, which comes behind it: `store` has what lies on
 * the pages, nothing until `lay` is called; pages seen before are told to what comes.
 */
export function createLaid() {
  const store = createStore<Laid>(() => nothing)
  const early: number[] = []
  return {
    store,
    lay(laid: Laid): void {
      store.setState(laid)
      for (const index of early.splice(0)) laid.onSeen(index)
    },
    onSeen(index: number): void {
      const laid = store.getState()
      if (laid === nothing) early.push(index)
      else laid.onSeen(index)
    },
  }
}

/** What `createLaid` gives. */
export type LaidOver = ReturnType<typeof createLaid>
