import { useQuery } from '@tanstack/react-query'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { dataUrl } from '../../client/picture.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './looked-pictures.css'

type LookedPicturesProps = {
  /** Names the case. */
  of: string
  /** What each picture shows. */
  shows: readonly string[]
  /** Fetches one of them, counted from 0: the look is noted. */
  look: (index: number, signal: AbortSignal) => Promise<Blob>
}

/** Pictures of a case, one at a time: each that is opened is noted, and none is kept when the case is closed. */
export function LookedPictures({ of, shows, look }: LookedPicturesProps) {
  const [large, setLarge] = useState(false)
  const [shown, setShown] = useState(shows[0] ?? '')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['looked-picture', of, shown],
    queryFn: ({ signal }) => look(shows.indexOf(shown), signal).then(dataUrl),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <div className="looked">
      <div className="spread">
        <Segmented
          label="照片"
          options={shows.map((value) => ({ value, label: value }))}
          value={shown}
          onChange={setShown}
        />
        <Button size="s" aria-pressed={large} onClick={() => setLarge(!large)}>
          {large ? <ZoomOut size={16} /> : <ZoomIn size={16} />}
          {large ? '缩小' : '放大'}
        </Button>
      </div>
      {data && (
        <div className="looked-paper" role="group" aria-label={shown} tabIndex={0}>
          <img className={large ? 'large' : ''} src={data} alt={`待审核的照片：${shown}`} />
        </div>
      )}
      {!data &&
        (error ? (
          <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton rows={8} height={36} />
        ))}
    </div>
  )
}
