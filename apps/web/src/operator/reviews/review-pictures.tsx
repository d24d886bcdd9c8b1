import type { PersonReview } from '@moqi/api/person-review'
import { paperPictures } from '@moqi/domain/identity/person-paper'
import { useQuery } from '@tanstack/react-query'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { dataUrl } from '../../client/picture.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The photos, one at a time: each that is opened is noted, and none is kept when the case is closed. */
export function ReviewPictures({ review: { authid, paper } }: { review: PersonReview }) {
  const [large, setLarge] = useState(false)
  const shows = paperPictures[paper]
  const [shown, setShown] = useState(shows[0] ?? '')
  const picture = shows.indexOf(shown) + 1
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['review-picture', authid, picture],
    queryFn: ({ signal }) =>
      callBlob('personReviewPicture', { authid, picture }, { signal, quiet: true }).then(dataUrl),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <div className="review-pictures">
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
        <div className="review-paper" role="group" aria-label={shown} tabIndex={0}>
          <img className={large ? 'large' : ''} src={data} alt={`申请人的照片：${shown}`} />
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
