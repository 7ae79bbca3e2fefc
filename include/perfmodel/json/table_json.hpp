#pragma once
/// Tables of fitted constants as JSON files, by their field lists: each table's describe() says what it consists of.
#include <array>
#include <filesystem>
#include <perfmodel/data/field.hpp>
#include <perfmodel/data/short_text.hpp>
#include <perfmodel/json/layout.hpp>
#include <perfmodel/json/provenance.hpp>
#include <perfmodel/json/reader.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace perfmodel::json {

/// Fills a table from a JSON object. Strict: what the table does not have is an error, and so is what lacks, unless the
/// field list says that a file may leave it out.
class TableReader {
 public:
  /// `also`: members of the outermost object that belong to the file and not to the table.
  TableReader(const Node& root, std::vector<std::string> also) { scopes_.push_back({root, std::move(also)}); }

  template <class T, std::size_t N>
  void constants(const std::array<Field<T>, N>& fields, T& object) {
    for (const Field<T>& field : fields) {
      const Constant& c = field.constant;
      const auto node = member(c.name, c.optional);
      for (std::size_t i = 0; !node && i < field.size(object); ++i) field.set(object, i, c.start);
      if (!node) continue;
      if (field.flag != nullptr) {
        object.*field.flag = node->boolean();
      } else if (field.whole != nullptr) {
        object.*field.whole = static_cast<int>(node->integer(static_cast<std::int64_t>(c.least), most_whole));
      } else if (field.list == nullptr) {
        field.set(object, 0, number(*node, c));
      } else {
        read_list(*node, c, field.list(object));
      }
    }
  }
  void constant(std::string_view name, const Constant& about, std::span<double> values) {
    if (const auto node = member(name, about.optional))
      read_list(*node, about, values);
    else
      for (double& value : values) value = about.start;
  }
  void constant(std::string_view name, const Constant& about, double& value) {
    const auto node = member(name, about.optional);
    value = node ? number(*node, about) : about.start;
  }
  template <class E>
  void word(std::string_view name, E& value, std::span<const std::string_view> names) {
    std::vector<Word<E>> words;
    for (std::size_t i = 0; i < names.size(); ++i) words.push_back({names[i], static_cast<E>(i)});
    value = member(name, false)->template word<E>(words);
  }
  template <std::size_t N>
  void text(std::string_view name, ShortText<N>& value) {
    value = ShortText<N>(member(name, false)->text(N));
  }
  void text(std::string_view name, std::string& value) { value = member(name, false)->text(); }
  template <std::size_t N, std::size_t M>
  void texts(std::string_view name, std::array<ShortText<N>, M>& values) {
    const std::vector<Node> nodes = member(name, false)->elements(0, M);
    for (std::size_t i = 0; i < M; ++i) values[i] = i < nodes.size() ? ShortText<N>(nodes[i].text(N)) : ShortText<N>();
  }
  template <class Each>
  void group(std::string_view name, const Each& each) {
    within(*member(name, false), each);
  }
  template <class Each>
  void rows(std::string_view name, std::span<const std::string_view> names, const Each& each) {
    group(name, [&] {
      for (std::size_t i = 0; i < names.size(); ++i) group(names[i], [&] { each(i); });
    });
  }
  template <class Each>
  void list(std::string_view name, std::size_t& count, std::size_t least, std::size_t most, const Each& each) {
    const auto node = member(name, least == 0);
    const std::vector<Node> nodes = node ? node->elements(least, most) : std::vector<Node>{};
    count = nodes.size();
    for (std::size_t i = 0; i < count; ++i) within(nodes[i], [&] { each(i); });
  }
  template <class Each>
  void option(std::string_view name, bool& present, const Each& each) {
    const auto node = member(name, true);
    present = node.has_value();
    if (node) within(*node, each);
  }

  /// @throws Error for members of the outermost object that nobody asked for
  void finish() const { scopes_.front().node.allow_only(scopes_.front().keys); }

 private:
  struct Scope {
    Node node;
    std::vector<std::string> keys;  ///< asked for so far
  };
  static constexpr std::int64_t most_whole = 1 << 30;

  [[nodiscard]] std::optional<Node> member(std::string_view name, bool optional) {
    scopes_.back().keys.emplace_back(name);
    return optional ? scopes_.back().node.find(name) : scopes_.back().node.at(name);
  }
  template <class Each>
  void within(const Node& node, const Each& each) {
    scopes_.push_back({node, {}});
    node.require_object();
    each();
    node.allow_only(scopes_.back().keys);
    scopes_.pop_back();
  }
  [[nodiscard]] static double number(const Node& node, const Constant& about) {
    return node.number({.low = about.least, .high = about.most});
  }
  static void read_list(const Node& node, const Constant& about, std::span<double> values) {
    const std::vector<Node> nodes = node.elements(values.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = number(nodes[i], about);
  }

  std::vector<Scope> scopes_{};
};

/// Writes a table as a JSON object, its numbers with as many digits as the field list says.
class TableWriter {
 public:
  TableWriter() : scopes_{Ordered::object()} {}

  template <class T, std::size_t N>
  void constants(const std::array<Field<T>, N>& fields, T& object) {
    for (const Field<T>& field : fields) {
      if (field.list != nullptr) {
        constant(field.constant.name, field.constant, field.list(object));
        continue;
      }
      const double value = field.get(object, 0);
      if (field.constant.optional && value == field.constant.start) continue;
      if (field.flag != nullptr)
        add(field.constant.name, value != 0.0);
      else if (field.whole != nullptr)
        add(field.constant.name, static_cast<std::int64_t>(value));
      else
        add(field.constant.name, rounded(value, field.constant.digits));
    }
  }
  void constant(std::string_view name, const Constant& about, std::span<double> values) {
    Ordered list = Ordered::array();
    bool usual = true;
    for (const double value : values) {
      list.push_back(rounded(value, about.digits));
      usual = usual && value == about.start;
    }
    if (!usual || !about.optional) add(name, std::move(list));
  }
  void constant(std::string_view name, const Constant& about, double& value) {
    if (!about.optional || value != about.start) add(name, rounded(value, about.digits));
  }
  template <class E>
  void word(std::string_view name, const E& value, std::span<const std::string_view> names) {
    add(name, std::string(names[static_cast<std::size_t>(value)]));
  }
  template <std::size_t N>
  void text(std::string_view name, const ShortText<N>& value) {
    add(name, std::string(value.view()));
  }
  void text(std::string_view name, const std::string& value) { add(name, value); }
  template <std::size_t N, std::size_t M>
  void texts(std::string_view name, const std::array<ShortText<N>, M>& values) {
    Ordered list = Ordered::array();
    for (const ShortText<N>& value : values)
      if (!value.empty()) list.push_back(std::string(value.view()));
    add(name, std::move(list));
  }
  template <class Each>
  void group(std::string_view name, const Each& each) {
    scopes_.push_back(Ordered::object());
    each();
    Ordered done = std::move(scopes_.back());
    scopes_.pop_back();
    add(name, std::move(done));
  }
  template <class Each>
  void rows(std::string_view name, std::span<const std::string_view> names, const Each& each) {
    group(name, [&] {
      for (std::size_t i = 0; i < names.size(); ++i) group(names[i], [&] { each(i); });
    });
  }
  template <class Each>
  void list(std::string_view name, std::size_t& count, std::size_t least, std::size_t, const Each& each) {
    Ordered list = Ordered::array();
    for (std::size_t i = 0; i < count; ++i) {
      scopes_.push_back(Ordered::object());
      each(i);
      list.push_back(std::move(scopes_.back()));
      scopes_.pop_back();
    }
    if (count > 0 || least > 0) add(name, std::move(list));
  }
  template <class Each>
  void option(std::string_view name, bool& present, const Each& each) {
    if (present) group(name, each);
  }

  [[nodiscard]] const Ordered& written() const { return scopes_.front(); }

 private:
  template <class Value>
  void add(std::string_view name, Value&& value) {
    scopes_.back()[std::string(name)] = std::forward<Value>(value);
  }

  std::vector<Ordered> scopes_;
};

/// Collects the units of a table's constants, each name once: {"block_cycles": "cycle", ...}.
class UnitLister {
 public:
  template <class T, std::size_t N>
  void constants(const std::array<Field<T>, N>& fields, T&) {
    for (const Field<T>& field : fields) note(field.constant);
  }
  template <class Values>
  void constant(std::string_view, const Constant& about, Values&&) {
    note(about);
  }
  template <class E>
  void word(std::string_view, const E&, std::span<const std::string_view>) {}
  template <class Text>
  void text(std::string_view, const Text&) {}
  template <class Texts>
  void texts(std::string_view, const Texts&) {}
  template <class Each>
  void group(std::string_view, const Each& each) {
    each();
  }
  template <class Each>
  void rows(std::string_view, std::span<const std::string_view>, const Each& each) {
    each(0);
  }
  template <class Each>
  void list(std::string_view, std::size_t& count, std::size_t least, std::size_t most, const Each& each) {
    count = std::min(most, std::max<std::size_t>(least, 1));
    each(0);
  }
  template <class Each>
  void option(std::string_view, bool&, const Each& each) {
    each();
  }
  [[nodiscard]] const Ordered& units() const { return units_; }

 private:
  void note(const Constant& c) {
    if (c.unit != "1") units_[std::string(c.name)] = std::string(c.unit);
  }

  Ordered units_ = Ordered::object();
};

/// Units of everything in a table that has one.
template <class Table>
[[nodiscard]] Ordered units_of() {
  Table table{};
  UnitLister lister;
  describe(lister, table);
  return lister.units();
}

/// A table with what its file says about where it comes from.
template <class Table>
struct Sealed {
  Provenance provenance{};
  Table table{};
};

/// @throws Error naming file and JSON pointer: for what is missing, unknown, out of range or in another unit
template <class Table>
[[nodiscard]] Sealed<Table> table_from_json(const Node& root) {
  Sealed<Table> out{.provenance = provenance_from_json(root.at("provenance"))};
  const Node units = root.at("units");
  const Ordered expected = units_of<Table>();
  for (const auto& [name, unit] : units.members())
    if (expected.find(name) == expected.end()) throw unit.error("no constant of this name has a unit");
  for (const auto& [name, unit] : expected.items())
    if (const Node node = units.at(name); node.text(40) != unit.template get<std::string>())
      throw node.error("must be " + unit.dump());
  TableReader reader(root, {"provenance", "units"});
  describe(reader, out.table);
  reader.finish();
  return out;
}

/// The text of a table's file.
template <class Table>
[[nodiscard]] std::string table_text(Table table, const Provenance& provenance) {
  TableWriter writer;
  describe(writer, table);
  Ordered file{{"provenance", to_json(provenance)}, {"units", units_of<Table>()}};
  file.update(writer.written());
  return laid_out(file);
}

/// @throws Error as parse_file() and table_from_json() do
template <class Table>
[[nodiscard]] Sealed<Table> load_table(const std::filesystem::path& path) {
  const Document document = parse_file(path);
  return table_from_json<Table>(document.root());
}

}  // namespace perfmodel::json
