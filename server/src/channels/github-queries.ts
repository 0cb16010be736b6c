/** Discussions that a search finds, with all the fields of a post. */
export const DISCUSSIONS_QUERY = `query ($query: String!, $first: Int!) {
  search(query: $query, type: DISCUSSION, first: $first) {
    nodes {
      ... on Discussion {
        id number title bodyText url createdAt closed upvoteCount
        author {
          login url
          ... on User { databaseId }
          ... on Organization { databaseId }
          ... on Bot { databaseId }
        }
        repository { nameWithOwner }
        comments { totalCount }
      }
    }
  }
  rateLimit { remaining resetAt }
}`

/** Whether issues and discussions still exist; null for each that does not. */
export const CHECK_QUERY = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { id }
  rateLimit { remaining resetAt }
}`
