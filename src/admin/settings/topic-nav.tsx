import { type TopicKey, topicKeys } from '../site-settings/setting-fields.ts'
import { textOf } from '../text.ts'

const t = textOf('settings')
const names = textOf('settingPlaces')

export const topicId = (topic: TopicKey): string => `topic-${topic}`

function goTo(topic: TopicKey): void {
  const heading = document.getElementById(topicId(topic))
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}

/** Jumps to a topic of the page: beside it where there is room, else above it. */
export const TopicNav = () => (
  <nav aria-label={t('topics')} className="lg:sticky lg:top-6 lg:self-start">
    <ul className="flex flex-wrap gap-x-1 lg:grid">
      {topicKeys.map((topic) => (
        <li key={topic}>
          <a
            href={`#${topicId(topic)}`}
            className="flex min-h-11 items-center rounded-sm px-3 py-1.5 leading-snug no-underline hover:bg-sunken"
            onClick={(event) => {
              event.preventDefault()
              goTo(topic)
            }}
          >
            {names(topic)}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
