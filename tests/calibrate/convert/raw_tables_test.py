"""Raw tables from what measuring programs leave behind."""
import contextlib
import io
import pathlib
import tempfile
import unittest

from samples import write
import raw_tables

KEY = ["network", "batch", "precision", "optimizer", "mode", "memory_format"]
RESNET = ["resnet50", 64, "fp32", "momentum", "train", "nchw"]


class RawTables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def made(self, what, table, *inputs, options=()):
        """The text of the table made of inputs (header, rows), or what was said where that failed."""
        paths = [str(write(self.root / f"in{i}.csv", header, rows)) for i, (header, rows) in enumerate(inputs)]
        out = self.root / "out.csv"
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            code = raw_tables.main([what, "--table", table, "--card", "h200-sxm", "--out", str(out), *options, *paths])
        self.assertEqual((code == 0, out.exists()), (not said.getvalue(), not said.getvalue()))
        return out.read_text() if code == 0 else said.getvalue().replace(str(self.root), "ROOT")

    def test_rows_of_all_inputs_get_one_frame(self):
        self.assertEqual(
            self.made("frame", "t", (["a", "b"], [[1, "x,y"]]), (["a", "b"], [[2, ""]])),
            "# perfmodel-raw 1 t card=h200-sxm\na,b\n1,x;y\n2,\n# end 2\n",
        )

    def test_inputs_of_other_columns_are_refused(self):
        self.assertEqual(
            self.made("frame", "t", (["a"], [[1]]), (["b"], [[2]])),
            "raw_tables: ROOT/in1.csv:1: got the columns b; must be a, as in ROOT/in0.csv\n",
        )

    def test_short_kernels_are_left_out_and_names_cut(self):
        rows = [[*RESNET, "f<1, 2>" + "x" * 100, 2.0, 20.0], [*RESNET, "short", 1.0, 19.99]]
        self.assertEqual(
            self.made("kernels", "pytorch_kernels", ([*KEY, "kernel", "count", "device_us"], rows)),
            "# perfmodel-raw 1 pytorch_kernels card=h200-sxm\n"
            "network,batch,precision,optimizer,mode,memory_format,kernel,count,device_us\n"
            "resnet50,64,fp32,momentum,train,nchw,f<1; 2>" + "x" * 65 + ",2.0,20.0\n# end 1\n",
        )

    def test_timelines_are_summed_by_kernel_grid_and_block(self):
        header = [*KEY, "index", "start_us", "duration_us", "grid", "block", "kernel"]
        rows = [
            [*RESNET, 0, 0, 1.5, "1x1x1", "128x1x1", "f"],
            [*RESNET, 1, 2, 2.5, "1x1x1", "128x1x1", "f"],
            [*RESNET, 2, 5, 4, "2x1x1", "128x1x1", "f"],
        ]
        self.assertEqual(
            self.made("sums", "pytorch_kernel_grids", (header, rows)),
            "# perfmodel-raw 1 pytorch_kernel_grids card=h200-sxm\n"
            "network,batch,precision,optimizer,mode,memory_format,"
            "kernel,grid,block,count,device_us,least_us,most_us\n"
            "resnet50,64,fp32,momentum,train,nchw,f,1x1x1,128x1x1,2,4.0,1.5,2.5\n"
            "resnet50,64,fp32,momentum,train,nchw,f,2x1x1,128x1x1,1,4.0,4.0,4.0\n# end 2\n",
        )

    def test_timelines_without_grids_are_summed_by_kernel(self):
        self.assertEqual(
            self.made(
                "sums", "t", (["cell", "start_us", "duration_us", "kernel"], [["lstm", 0, 1, "f"], ["lstm", 3, 2, "f"]])
            ),
            "# perfmodel-raw 1 t card=h200-sxm\ncell,kernel,count,device_us\nlstm,f,2,3.0\n# end 1\n",
        )

    def test_convolutions_with_their_shapes(self):
        header = [*KEY, "operation", "input_shapes", "count", "self_host_us", "self_device_us"]
        rows = [
            [*RESNET, "aten::cudnn_convolution", "[[64,3,224,224],[64,3,7,7],[],[]]", 1.0, 9, 732.54],
            [*RESNET, "aten::add_", "[[1]]", 1.0, 9, 2],
            [*RESNET, "aten::convolution_backward", "[[64,64,9,9],[64,3,9,9],[64,3,7,7],[0]]", 3.0, 9, 10.5],
        ]
        self.assertEqual(
            self.made("convolutions", "pytorch_convolutions", (header, rows)),
            "# perfmodel-raw 1 pytorch_convolutions "
            "card=h200-sxm\nnetwork,batch,precision,mode,memory_format,operation,shapes,count,device_us\n"
            "resnet50,64,fp32,train,nchw,cudnn_convolution,64x3x224x224/64x3x7x7,1.0,732.54\n"
            "resnet50,64,fp32,train,nchw,convolution_backward,64x64x9x9/64x3x9x9/64x3x7x7,3.0,10.5\n# "
            "end 2\n",
        )

    def test_allocations_of_tensors(self):
        rows = [[*RESNET, "a", 0, 512], [*RESNET, "segment_alloc", -1, 2097152], [*RESNET, "f", 0, 512]]
        self.assertEqual(
            self.made("allocations", "pytorch_allocations", ([*KEY, "action", "tensor", "bytes"], rows)),
            "# perfmodel-raw 1 pytorch_allocations "
            "card=h200-sxm\nnetwork,batch,precision,memory_format,action,tensor,bytes\n"
            "resnet50,64,fp32,nchw,a,0,512\nresnet50,64,fp32,nchw,f,0,512\n# end 2\n",
        )


if __name__ == "__main__":
    unittest.main()
