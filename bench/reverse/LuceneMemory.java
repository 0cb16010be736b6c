import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TotalHitCountCollector;

/** Asks all plans of one post after another, each in a MemoryIndex of its own, and prints how fast that was. */
public class LuceneMemory {
  private static final String FIELD = "text";

  public static void main(String[] arguments) throws Exception {
    Path work = Path.of(arguments[0]);
    List<Query> queries = new ArrayList<>();
    for (String line : Files.readAllLines(work.resolve("plans"))) queries.add(readQuery(line));
    List<String> posts = Files.readAllLines(work.resolve("posts"));
    // Once to be compiled, once to be timed.
    ask(posts.subList(0, Math.min(5, posts.size())), queries);
    // Time that this thread ran, as with ours.
    java.lang.management.ThreadMXBean threads = java.lang.management.ManagementFactory.getThreadMXBean();
    long begun = threads.getCurrentThreadCpuTime();
    long matches = ask(posts, queries);
    double seconds = (threads.getCurrentThreadCpuTime() - begun) / 1e9;
    System.out.printf(
        java.util.Locale.ROOT,
        "{\"posts\": %d, \"postsPerSecond\": %f, \"matchesPerPost\": %f}%n",
        posts.size(),
        posts.size() / seconds,
        matches / (double) posts.size());
  }

  private static long ask(List<String> posts, List<Query> queries) throws Exception {
    long matches = 0;
    for (String post : posts) {
      MemoryIndex index = new MemoryIndex();
      index.addField(FIELD, new Words(post));
      IndexSearcher searcher = index.createSearcher();
      searcher.setQueryCache(null);
      for (Query query : queries) {
        TotalHitCountCollector hits = new TotalHitCountCollector();
        searcher.search(query, hits);
        matches += hits.getTotalHits();
      }
    }
    return matches;
  }

  private static Query readQuery(String line) {
    int tab = line.indexOf('\t');
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String set : line.substring(0, tab).split(";")) {
      BooleanQuery.Builder all = new BooleanQuery.Builder();
      for (String group : set.split("&")) all.add(readAny(group), Occur.MUST);
      any.add(all.build(), Occur.SHOULD);
    }
    if (tab == line.length() - 1) return any.build();
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    query.add(any.build(), Occur.MUST);
    query.add(readAny(line.substring(tab + 1)), Occur.MUST_NOT);
    return query.build();
  }

  private static Query readAny(String readings) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String reading : readings.split("\\|")) {
      String[] terms = reading.split(" ");
      any.add(terms.length == 1 ? new TermQuery(new Term(FIELD, terms[0])) : new PhraseQuery(FIELD, terms), Occur.SHOULD);
    }
    return any.build();
  }

  /** Terms with their places, as the post's line has them. */
  private static final class Words extends TokenStream {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute step = addAttribute(PositionIncrementAttribute.class);
    private final List<String[]> words = new ArrayList<>();
    private int next = 0;
    private int place = -1;

    Words(String post) {
      for (String word : post.split("\t")) if (!word.isEmpty()) words.add(word.split(" "));
      words.sort(java.util.Comparator.comparingInt(word -> Integer.parseInt(word[1])));
    }

    @Override
    public boolean incrementToken() {
      if (next == words.size()) return false;
      String[] word = words.get(next++);
      clearAttributes();
      term.append(word[0]);
      int at = Integer.parseInt(word[1]);
      step.setPositionIncrement(at - place);
      place = at;
      return true;
    }
  }
}
