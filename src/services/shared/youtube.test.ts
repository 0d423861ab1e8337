import { describe, expect, it } from 'vitest'
import { youTubeId } from './youtube.ts'

describe('a video address', () => {
  it('is recognised as a YouTube watch, short or embed link [C044, A057]', () => {
    const links = [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=10',
      'https://m.youtube.com/watch?v=dQw4w9WgXcQ#top',
      'http://youtu.be/dQw4w9WgXcQ?si=abc',
      'https://youtu.be/dQw4w9WgXcQ',
      'https://www.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube.com/embed/dQw4w9WgXcQ?autoplay=1',
      '  https://youtu.be/dQw4w9WgXcQ ',
    ]
    expect(links.map(youTubeId)).toEqual(links.map(() => 'dQw4w9WgXcQ'))
  })
  it('is not a video in any other form [C044, A057]', () => {
    const links = [
      '',
      'dQw4w9WgXcQ',
      'https://vimeo.com/12345',
      'https://youtuxbe/dQw4w9WgXcQ',
      'https://youtubexcom/watch?v=dQw4w9WgXcQ',
      'https://example.com/watch?v=dQw4w9WgXcQ',
      'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
      'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
      'https://www.youtube.com/playlist?list=PL1',
      'https://www.youtube.com/@channel',
      'https://www.youtube.com/watch?v=short',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQtoolong',
      'https://youtu.be/dQw4w9WgXcQ"onload=x',
      'javascript:https://youtu.be/dQw4w9WgXcQ',
    ]
    expect(links.map(youTubeId)).toEqual(links.map(() => null))
  })
})
