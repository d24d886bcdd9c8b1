import { useRef, type KeyboardEvent, type ReactNode } from 'react'

/** One tab; `key` is what `current` and `onChoose` speak of. */
export type TabItem = { key: string; label: string; children: ReactNode }
type TabBarProps = {
  id: string
  label: string
  tabs: readonly TabItem[]
  current: string
  onChoose: (key: string) => void
}

/** Tabs with their panel, by the ARIA pattern: arrows move and choose, Home and End jump. */
export function TabBar({ id, label, tabs, current, onChoose }: TabBarProps) {
  const list = useRef<HTMLDivElement>(null)
  const now = tabs.findIndex(({ key }) => key === current)
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: (now + 1) % tabs.length,
      ArrowLeft: (now - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = tabs[targets[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    onChoose(target.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${target.key}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} className="tab-bar" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ key, label: text }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-tab={key}
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={(event) => {
              event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
              onChoose(key)
            }}
          >
            {text}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        className={`tab-panel tab-${current}`}
      >
        {tabs[now]?.children}
      </div>
    </>
  )
}
