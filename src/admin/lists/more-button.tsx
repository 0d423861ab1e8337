import { Button } from '../../ui/button.tsx'

type List = {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

export const MoreButton = ({ list, label }: { list: List; label: string }) =>
  list.hasNextPage ? (
    <Button
      variant="secondary"
      className="mt-4"
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {label}
    </Button>
  ) : null
