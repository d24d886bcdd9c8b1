import { Button } from '../../ui/button.tsx'

type MoreRowsProps = {
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

/** The way to further rows, while there are any. */
export function MoreRows({ onMore, busy }: MoreRowsProps) {
  if (!onMore) return null
  return (
    <div className="room-more">
      <Button busy={busy} onClick={() => void onMore()}>
        显示更多
      </Button>
    </div>
  )
}
