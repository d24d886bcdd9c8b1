import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { HelpPage } from '../../kit/help/help-page.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { lostWords } from './article-words.tsx'
import type { Text } from './use-articles.ts'

/** ms of rest after which what was written is shown. */
const rest = 400

/** The article as its readers would have it, made by the server as theirs is. */
export function ArticlePreview({ columnId, text }: { columnId: string; text: Text }) {
  const [shown, setShown] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), rest)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['article-preview', columnId, shown],
    queryFn: ({ signal }) => call('previewArticle', { columnId, text: shown }, { signal, quiet: true }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (!data)
    return (
      <div className="card article-unread" aria-busy={!error}>
        {error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton rows={8} height={24} />}
      </div>
    )
  return (
    <section className="article-seen" aria-label="预览">
      {data.lostArray.length > 0 && (
        <p className="article-lost" role="status">
          读者看不到正文中的：{data.lostArray.map((one) => lostWords[one]).join('、')}
        </p>
      )}
      {/* A link of a preview leads away from what is being written. */}
      <HelpPage page={{ ...data, title: data.title || '（无标题）' }} onText={(event) => event.preventDefault()} />
    </section>
  )
}
