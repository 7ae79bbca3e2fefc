#pragma once
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <perfmodel/error.hpp>
#include <perfmodel/json/file.hpp>
#include <perfmodel/quoted_text.hpp>
#include <perfmodel/trace/recording.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace perfmodel::json {

/// What python/perfmodel_record.py writes (python/recording.schema.json), checked: version, whole numbers that are
/// straight lines in the batch, and storages that live before they are used or die.
inline constexpr int recording_version = 1;

namespace detail {

class RecordingReader {
 public:
  RecordingReader(const nlohmann::json& document, std::string file) : document_(document) {
    recording_.file = std::move(file);
  }

  [[nodiscard]] Recording read() {
    const nlohmann::json& version = at(document_, "", "perfmodel_recording");
    if (version != recording_version)
      throw refused("/perfmodel_recording", version, "must be " + std::to_string(recording_version));
    if (!document_.contains("end"))
      throw bad_input(recording_.file, "a recording without its last field \"end\"", "the file is truncated");
    recording_.training = at(document_, "", "mode") == "train";
    read_rest();
    const nlohmann::json& batches = at(document_, "", "batches");
    if (!batches.is_array() || batches.size() != 2 || !batches[0].is_number_integer() ||
        !batches[1].is_number_integer() || batches[0] == batches[1] || batches[0] < 1 || batches[1] < 1)
      throw refused("/batches", batches, "must be two different whole numbers >= 1");
    recording_.batches = {batches[0].get<std::int64_t>(), batches[1].get<std::int64_t>()};
    read_storages();
    read_events("first_step", recording_.first_step);
    read_events("step", recording_.step);
    return std::move(recording_);
  }

 private:
  [[nodiscard]] Error refused(const std::string& where, const nlohmann::json& got, const std::string& accepted) const {
    return bad_input(recording_.file + ": " + where, one_line(got.dump(), 80), accepted);
  }
  [[nodiscard]] const nlohmann::json& at(const nlohmann::json& object, const std::string& where,
                                         const char* key) const {
    if (!object.is_object() || !object.contains(key))
      throw bad_input(recording_.file + ": " + where + "/" + key, "nothing", "must be there; the file is no recording");
    return object[key];
  }

  /// Fields that a recording may lack.
  void read_rest() {
    const auto truth = [&](const char* key) {
      const auto found = document_.find(key);
      if (found == document_.end()) return false;
      if (!found->is_boolean()) throw refused(std::string("/") + key, *found, "must be true or false");
      return found->get<bool>();
    };
    const auto words = [&](const char* key) {
      std::vector<std::string> list;
      const nlohmann::json found = document_.value(key, nlohmann::json::array());
      if (!found.is_array()) throw refused(std::string("/") + key, found, "must be a list of words");
      for (const nlohmann::json& one : found)
        list.push_back(one.is_string() ? one.get<std::string>()
                                       : throw refused(std::string("/") + key, one, "must be a word"));
      return list;
    };
    const auto word = [&](const char* key) {
      const auto found = document_.find(key);
      if (found == document_.end() || found->is_null()) return std::string();
      if (!found->is_string()) throw refused(std::string("/") + key, *found, "must be a word");
      return found->get<std::string>();
    };
    recording_.tf32 = truth("tf32");
    recording_.tf32_convolutions = truth("tf32_convolutions");
    recording_.precision = word("precision");
    if (recording_.precision.empty()) recording_.precision = recording_.tf32 ? "tf32" : "fp32";
    recording_.optimizer = word("optimizer");
    recording_.notes = words("notes");
    const std::vector<std::string> names = words("layers"), kinds = words("kinds");
    for (std::size_t i = 0; i < names.size(); ++i)
      recording_.layers.push_back({names[i], i < kinds.size() ? kinds[i] : std::string("module")});
  }

  [[nodiscard]] BatchLine line(const nlohmann::json& value, const std::string& where) const {
    if (value.is_boolean()) return {.base = value.get<bool>() ? 1 : 0};
    if (value.is_number_integer()) return {.base = value.get<std::int64_t>()};
    if (!is_whole_pair(value)) throw refused(where, value, R"(must be a whole number or {"at": [one, other]})");
    const auto line =
        line_through(recording_.batches, {value["at"][0].get<std::int64_t>(), value["at"][1].get<std::int64_t>()});
    if (!line) throw refused(where, value, "must be a straight line in the batch, with whole numbers");
    return *line;
  }

  /// Bytes of a storage from the extents of the tensor that it was born as: where two of them grow with the batch, no
  /// straight line.
  void grow_with_pairs(RecordedStorage& storage, const RecordedTensor& born) const {
    BatchLine sizes{.base = bits(born.format) / 8};
    for (const BatchLine& extent : born.shape) {
      if (extent.per != 1 || (extent.slope != 0 && sizes.square != 0)) return;  // parts; a cube
      const BatchLine before = sizes;
      if (__builtin_mul_overflow(before.base, extent.base, &sizes.base)) return;
      sizes.slope = before.slope * extent.base + before.base * extent.slope;
      sizes.square = before.square * extent.base + before.slope * extent.slope;
    }
    for (const std::int64_t batch : recording_.batches)
      if (sizes.at(batch) != storage.bytes.at(batch)) return;
    if (sizes.square != 0) storage.bytes = sizes;
  }

  void read_storages() {
    static const std::map<std::string_view, MemoryClass> classes{{"parameter", MemoryClass::parameter},
                                                                 {"input", MemoryClass::input},
                                                                 {"activation", MemoryClass::activation},
                                                                 {"host", MemoryClass::temporary}};
    const nlohmann::json& list = at(document_, "", "storages");
    if (!list.is_array()) throw refused("/storages", list, "must be a list");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string where = "/storages/" + std::to_string(i);
      const nlohmann::json& why = at(list[i], where, "why");
      const auto known = why.is_string() ? classes.find(why.get_ref<const std::string&>()) : classes.end();
      if (known == classes.end()) throw refused(where + "/why", why, "must be parameter, input, activation or host");
      const BatchLine bytes = line(at(list[i], where, "bytes"), where + "/bytes");
      for (const std::int64_t batch : recording_.batches)
        if (bytes.at(batch) < 0) throw refused(where + "/bytes", list[i]["bytes"], "must be >= 0");
      RecordedStorage storage{.bytes = bytes, .why = known->second, .host = why == "host"};
      storage.buffer = list[i].contains("buffer") && list[i]["buffer"] == true;
      if (list[i].contains("layer")) storage.layer = layer(list[i]["layer"], where + "/layer");
      const nlohmann::json count = list[i].value("elements", nlohmann::json(std::max<std::int64_t>(0, bytes.base / 4)));
      if (!count.is_number_integer() || count < 0)
        throw refused(where + "/elements", count, "must be a whole number >= 0");
      storage.elements = count.get<std::int64_t>();
      recording_.storages.push_back(storage);
      alive_.push_back(why != "activation");
    }
  }

  [[nodiscard]] std::int32_t layer(const nlohmann::json& value, const std::string& where) const {
    if (!value.is_number_integer() || value < -1 || value >= static_cast<std::int64_t>(recording_.layers.size()))
      throw refused(where, value, "must be one of the " + std::to_string(recording_.layers.size()) + " layers");
    return value.get<std::int32_t>();
  }

  [[nodiscard]] std::size_t storage(const nlohmann::json& value, const std::string& where) const {
    if (!value.is_number_integer() || value < 0 || value.get<std::uint64_t>() >= recording_.storages.size())
      throw refused(where, value, "must be one of the " + std::to_string(recording_.storages.size()) + " storages");
    return value.get<std::size_t>();
  }

  [[nodiscard]] RecordedTensor tensor(const nlohmann::json& value, const std::string& where, bool born) {
    static const std::map<std::string_view, NumberFormat> formats{
        {"fp64", NumberFormat::fp64},      {"fp32", NumberFormat::fp32},
        {"fp16", NumberFormat::fp16},      {"bf16", NumberFormat::bf16},
        {"fp8", NumberFormat::fp8},        {"int64", NumberFormat::fp64},
        {"int32", NumberFormat::fp32},     {"int16", NumberFormat::fp16},
        {"int8", NumberFormat::int8},      {"uint8", NumberFormat::int8},
        {"bool", NumberFormat::int8},  // of integers only the width matters,
        {"complex64", NumberFormat::fp64}, {"torch.complex64", NumberFormat::fp64}};  // and of pairs of FP32
    RecordedTensor t{.storage = storage(at(value, where, "s"), where + "/s")};
    if (born)
      alive_[t.storage] = true;
    else if (!alive_[t.storage])
      throw bad_input(recording_.file + ": " + where, "storage " + std::to_string(t.storage),
                      "is used before an operation has made it, or after its death");
    const nlohmann::json& format = at(value, where, "format");
    const auto known = format.is_string() ? formats.find(format.get_ref<const std::string&>()) : formats.end();
    if (known == formats.end()) throw refused(where + "/format", format, "is no format of this version");
    t.format = known->second;
    const nlohmann::json &shape = at(value, where, "shape"), &strides = at(value, where, "strides");
    if (!shape.is_array() || !strides.is_array() || shape.size() != strides.size())
      throw refused(where + "/shape", shape, "shape and strides must be lists of one length");
    for (std::size_t i = 0; i < shape.size(); ++i) {
      t.shape.push_back(line(shape[i], where + "/shape/" + std::to_string(i)));
      t.strides.push_back(line(strides[i], where + "/strides/" + std::to_string(i)));
    }
    if (born) grow_with_pairs(recording_.storages[t.storage], t);
    return t;
  }

  void collect(const nlohmann::json& value, const std::string& where, RecordedArgument& argument) {
    if (value.is_object() && value.contains("s"))
      argument.tensors.push_back(tensor(value, where, false));
    else if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i) collect(value[i], where + '/' + std::to_string(i), argument);
    else if (value.is_number_integer() || value.is_boolean() || is_whole_pair(value))
      argument.numbers.push_back(line(value, where));
    else if (value.is_number_float())
      argument.real = value.get<double>();
    else if (value.is_string())
      words_->push_back(value.get<std::string>());
  }
  [[nodiscard]] static bool is_whole_pair(const nlohmann::json& value) {
    if (!value.is_object() || !value.contains("at")) return false;
    const nlohmann::json& pair = value["at"];
    return pair.is_array() && pair.size() == 2 && pair[0].is_number_integer() && pair[1].is_number_integer();
  }

  /// Results, and those inside lists of results.
  void collect_results(const nlohmann::json& value, const std::string& where, RecordedEvent& event) {
    if (value.is_object() && value.contains("s"))
      event.results.push_back(tensor(value, where, true));
    else if (value.is_array())
      for (std::size_t i = 0; i < value.size(); ++i) collect_results(value[i], where + '/' + std::to_string(i), event);
  }

  [[nodiscard]] Phase phase(const nlohmann::json& event, const std::string& where) const {
    static const std::map<std::string_view, Phase> phases{{"forward", Phase::forward},
                                                          {"backward", Phase::backward},
                                                          {"optimizer", Phase::optimizer},
                                                          {"zero_gradients", Phase::zero_gradients}};
    const nlohmann::json& word = at(event, where, "phase");
    const auto known = word.is_string() ? phases.find(word.get_ref<const std::string&>()) : phases.end();
    if (known == phases.end())
      throw refused(where + "/phase", word, "must be forward, backward, optimizer or zero_gradients");
    return known->second;
  }

  void read_free(const nlohmann::json& list, const std::string& where, RecordedEvent& event) {
    event.what = RecordedEvent::What::free;
    if (!list.is_array()) throw refused(where, list, "must be a list of storages");
    for (const nlohmann::json& one : list) {
      const std::size_t s = storage(one, where);
      if (!alive_[s])
        throw bad_input(recording_.file + ": " + where, "storage " + std::to_string(s), "dies before it is born");
      alive_[s] = false;
      event.freed.push_back(s);
    }
  }

  void read_events(const char* part, std::vector<RecordedEvent>& events) {
    const nlohmann::json& list = at(document_, "", part);
    if (!list.is_array()) throw refused(std::string("/") + part, list, "must be a list");
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string where = std::string("/") + part + '/' + std::to_string(i);
      RecordedEvent event{};
      if (list[i].is_object() && list[i].contains("free"))
        read_free(list[i]["free"], where + "/free", event);
      else if (list[i].is_object() && list[i].contains("sync"))
        event = {.what = RecordedEvent::What::synchronize, .phase = phase(list[i], where)};
      else
        read_operation(list[i], where, event);
      events.push_back(std::move(event));
    }
  }

  void read_operation(const nlohmann::json& from, const std::string& where, RecordedEvent& event) {
    const nlohmann::json &name = at(from, where, "op"), &in = at(from, where, "in"), &out = at(from, where, "out");
    if (!name.is_string() || !in.is_array() || !out.is_array())
      throw refused(where, from, "op must be a word, in and out lists");
    event.name = name.get<std::string>();
    event.phase = phase(from, where);
    event.sums_gradients = from.contains("sum") && from["sum"] == true;
    if (from.contains("layer")) event.layer = layer(from["layer"], where + "/layer");
    words_ = &event.words;
    for (std::size_t k = 0; k < in.size(); ++k) {
      event.arguments.emplace_back();
      collect(in[k], where + "/in/" + std::to_string(k), event.arguments.back());
    }
    if (from.contains("named"))  // of arguments by name only the words are used
      for (const auto& [key, value] : from["named"].items())
        if (value.is_string()) event.words.push_back(value.get<std::string>());
    collect_results(out, where + "/out", event);
  }

  const nlohmann::json& document_;
  Recording recording_{};
  std::vector<bool> alive_{};
  std::vector<std::string>* words_{};  ///< of the operation that is read
};

}  // namespace detail

/// @throws Error with the place and what is accepted
[[nodiscard]] inline Recording recording_from_json(const nlohmann::json& document, const std::string& file) {
  return detail::RecordingReader(document, file).read();
}

/// @throws Error naming the file: absent, truncated, of another version, or with a storage that dies before its birth
[[nodiscard]] inline Recording read_recording(const std::string& path) {
  const std::string text = read_file(path);
  const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
  if (document.is_discarded())
    throw bad_input(one_line(path, 400), std::to_string(text.size()) + " bytes that are not whole JSON",
                    "the file is truncated or no recording");
  return recording_from_json(document, one_line(path, 400));
}

}  // namespace perfmodel::json
