/** What the other side of a group is told of. */
export type GroupNews = 'agreed' | 'refused' | 'withdrawn' | 'left' | 'removed' | 'dissolved' | 'renamed' | 'tightened'
