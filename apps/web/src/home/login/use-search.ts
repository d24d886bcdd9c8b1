import { useSyncExternalStore } from 'react'

/** The query never changes while the page stands. */
const listen = () => () => {}

/** The address's query; while the page that the build wrote is taken over, that page's own, which is empty. */
export const useSearch = () =>
  useSyncExternalStore(
    listen,
    () => location.search,
    () => '',
  )
