/** What only the list says; apart from `strings.ts`, which other pages load. */
export const listStrings = {
  searchPlaceholder: 'Search packages by city, features...',
  count: (packages: number) => (packages === 1 ? '1 sacred package' : `${packages} sacred packages`),
  emptyTitle: 'No sacred packages found',
  emptyText: 'Try adjusting your search terms or clear the search to see all blessed journeys.',
  opening: 'Umrah',
  toPackages: 'See the packages',
  soundOn: 'Turn the sound on',
  soundOff: 'Turn the sound off',
  still: 'Hold the background still',
  moving: 'Let the background move',
  why: {
    title: 'Why choose us',
    text: 'What you can rely on, from the first question to the flight home.',
    reasons: [
      {
        title: 'A leader beside you',
        text: 'Somebody who has made the journey many times walks with the group and answers the questions on the way.',
      },
      {
        title: 'Hotels named beforehand',
        text: 'The category, the nights and the way to the Haram are written in each package before you pay.',
      },
      {
        title: 'One price per person',
        text: 'What is included and what is not stands on the page. The price you see is the price you pay.',
      },
      {
        title: 'Reachable all along',
        text: 'Write or call before you leave, while you are there and when you are home again.',
      },
    ],
  },
  journey: {
    title: 'Your journey in four steps',
    text: 'The rites of Umrah, in the order in which you will make them.',
    steps: [
      {
        title: 'Arrival & Ihram',
        text: 'You put on the Ihram before the Miqat, make the intention and begin the Talbiyah on the way to Makkah.',
      },
      {
        title: "Tawaf & Sa'i",
        text: 'Seven rounds of the Kaaba, two units of prayer and Zamzam, then seven times between Safa and Marwah.',
      },
      {
        title: 'Hair Cutting',
        text: 'With the hair shaved or shortened the rites are complete, and the Ihram may be laid aside.',
      },
      {
        title: 'Spiritual Reflection',
        text: 'Time for prayer in the Haram and, on most packages, days in Madinah.',
      },
    ],
  },
  more: {
    title: 'Plan the rest of your journey',
    links: [
      { href: '/hotels', title: 'Hotels', text: 'Nights before or after the group, near the Haram or at the airport.' },
      { href: '/flights', title: 'Flights', text: 'From another city, or on other days than the group.' },
      { href: '/guides', title: 'Guides', text: 'A guide of your own for Ziyarat or for the rites.' },
    ],
  },
} as const
